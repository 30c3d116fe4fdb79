// The parts of Linux that Swift's C library modules leave out. Header only; nothing is compiled.
#pragma once
#ifdef __linux__
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/types.h>
#ifdef __GLIBC__
#if __GLIBC_PREREQ(2, 33)
#define MEMORY_HAS_MALLINFO2
#include <malloc.h>
#endif
#endif
// glibc declares accept4 and fallocate only with _GNU_SOURCE, which would clash with Swift's import of these headers.
extern int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);
extern int fallocate(int descriptor, int mode, off_t offset, off_t length);
// The bytes that the heap has taken from the system and nobody uses. The C library musl does not tell, nor does an old
// glibc.
static inline size_t memory_free_heap(void) {
#ifdef MEMORY_HAS_MALLINFO2
    return mallinfo2().fordblks;
#else
    return 0;
#endif
}
// Swift takes a global variable of C that may change for a danger.
static inline char **memory_environment(void) {
    extern char **environ;
    return environ;
}
#endif
