/// What every scene looks like on a screen of 120x40; `~ 3` stands for three blank lines.
let screens120x40 = #"""
    @ lobby
    Memory, Ann, localhost:6366 (pine)
    2 matches
      m3 waiting 5x6: Bob 0
      m4 playing 6x6: Cat 3, A very long name indeed 2; 2 watching
    Here: Ann, Bob, Cat and 2 more
    Type join, open, watch, help or quit.
    ~ 32
    Zoë, watching, says: good luck to both
    : b4
    @ waiting
    Memory m3, localhost:6366 (pine)
        A   B   C   D   E   F
     1  .   .   .   .   .   .
     2  .   .   .   .   .   .
     3  .   .   .   .   .   .
     4  .   .   .   .   .   .
     5  .   .   .   .   .   .
      Ann (you)  0 points, 15 turns left
    Waiting; others type: join KQ7X
    ~ 28
    You are in m3.
    Zoë, watching, says: good luck to both
    : b4
    @ myTurn
    Memory m3, 3 watching, localhost:6366 (pine)
        A   B   C   D   E   F
     1  ★   .  [🦊] .   A   .
     2  .   .   .   .   .   .
     3  .   .   .   .   .   A
     4  .   .   .   .   .   .
     5  .   .   .   .   .   ★
    > Ann (you)  1 point, 10 turns left
      Bob  1 point, 11 turns left
    Your turn, 28 s left.
    ~ 27
    You are in m3.
    Zoë, watching, says: good luck to both
    : b4
    @ theirTurn
    Memory m3, 3 watching, localhost:6366 (pine)
        A   B   C   D   E   F
     1  ★   .  [🦊] .   A   .
     2  .   .   .   .   .   .
     3  .   .   .   .   .   A
     4  .   .   .   .   .   .
     5  .   .   .   .   .   ★
      Ann (you)  1 point, 10 turns left
    > Bob  1 point, 11 turns left
    Bob to turn, 28 s left.
    ~ 27
    You are in m3.
    Zoë, watching, says: good luck to both
    : b4
    @ showing
    Memory m3, 3 watching, localhost:6366 (pine)
        A   B   C   D   E   F
     1  ★   .  [🦊][🐙] A   .
     2  .   .   .   .   .   .
     3  .   .   .   .   .   A
     4  .   .   .   .   .   .
     5  .   .   .   .   .   ★
      Ann (you)  1 point, 10 turns left
      Bob  1 point, 11 turns left
    No pair: the two are turned back soon.
    ~ 27
    You are in m3.
    Zoë, watching, says: good luck to both
    : b4
    @ paused
    Memory m3, 3 watching, localhost:6366 (pine)
        A   B   C   D   E   F
     1  ★   .  [🦊] .   A   .
     2  .   .   .   .   .   .
     3  .   .   .   .   .   A
     4  .   .   .   .   .   .
     5  .   .   .   .   .   ★
      Ann (you)  1 point, 10 turns left
      Bob (gone)  1 point, 11 turns left
    Paused until Bob is back.
    ~ 27
    You are in m3.
    Zoë, watching, says: good luck to both
    : b4
    @ over
    Memory m3, 3 watching, localhost:6366 (pine)
        A   B   C   D   E   F
     1  🐶  🐱  🐭  🐶  🐱  🐭
     2  🐶  🐱  🐭  🐶  🐱  🐭
     3  🐶  🐱  🐭  🐶  🐱  🐭
     4  🐶  🐱  🐭  🐶  🐱  🐭
     5  🐶  🐱  🐭  🐶  🐱  🐭
      Ann (you)  9 points, 10 turns left
      Bob (rematch?)  1 point, 11 turns left
    You win: no turns are left.
    Type rematch to play again, or leave.
    ~ 26
    You are in m3.
    Zoë, watching, says: good luck to both
    : b4
    @ watcher
    Memory m3, you watch, 3 watching, localhost:6366 (pine)
        A   B   C   D   E   F
     1  ★   .  [🦊] .   A   .
     2  .   .   .   .   .   .
     3  .   .   .   .   .   A
     4  .   .   .   .   .   .
     5  .   .   .   .   .   ★
      Ann  1 point, 10 turns left
    > Bob  1 point, 11 turns left
    Bob to turn, 28 s left.
    ~ 27
    You watch m3.
    Zoë, watching, says: good luck to both
    : b4
    @ broken
    Memory m3, 3 watching, localhost:6366 (pine)
        A   B   C   D   E   F
     1  ★   .  [🦊] .   A   .
     2  .   .   .   .   .   .
     3  .   .   .   .   .   A
     4  .   .   .   .   .   .
     5  .   .   .   .   .   ★
    > Ann (you)  1 point, 10 turns left
      Bob  1 point, 11 turns left
    *** No connection; try 3 ***
    ~ 27
    You are in m3.
    Zoë, watching, says: good luck to both
    : b4
    @ help
    Memory m3, 3 watching, localhost:6366 (pine)
    join, join m3    take a seat
    open 4x4         open a match
    b4               turn the card B4
    watch, watch m3  watch a match
    say TEXT         talk
    list             the matches
    records, scores  matches played before
    rematch          play again
    resign, leave    give up; go
    quit             end; Enter closes this
    ~ 26
    You are in m3.
    Zoë, watching, says: good luck to both
    : b4
    @ large
    Memory m3, localhost:6366 (pine)
        A       B       C       D       E       F       G       H       I       J
     1 [banana][banana] banana  banana  banana  banana  banana  banana  banana  banana
     2  banana  banana  banana  banana  banana  banana  banana  banana  banana  banana
     3  banana  banana  banana  banana  banana  banana  banana  banana  banana  banana
     4  banana  banana  banana  banana  banana  banana  banana  banana  banana  banana
     5  banana  banana  banana  banana  banana  banana  banana  banana  banana  banana
     6  banana  banana  banana  banana  banana  banana  banana  banana  banana  banana
     7  banana  banana  banana  banana  banana  banana  banana  banana  banana  banana
     8  banana  banana  banana  banana  banana  banana  banana  banana  banana  banana
     9  banana  banana  banana  banana  banana  banana  banana  banana  banana  banana
    10  banana  banana  banana  banana  banana  banana  banana  banana  banana  banana
    > Ann (you)  0 points, 15 turns left
      Bob  0 points, 15 turns left
    Your turn.
    ~ 22
    You are in m3.
    Zoë, watching, says: good luck to both
    : b4
    """#
