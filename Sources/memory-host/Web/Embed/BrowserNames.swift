/// The browser's names that the page uses.
///
/// A module may not give one of them to something of its own, not even in a function: what a module declares anywhere
/// gets short names in all of it, so that the browser's would be lost in the rest.
enum BrowserNames {
    static let all: Set<String> = [
        "AbortSignal", "Array", "AudioContext", "Boolean", "BroadcastChannel", "Date", "Image", "Infinity", "JSON",
        "Map", "Math", "Number", "Object", "Promise", "ResizeObserver", "Set", "String", "TextEncoder", "WebSocket",
        "addEventListener", "clearTimeout", "document", "encodeURIComponent", "fetch", "history", "innerHeight",
        "innerWidth", "isNaN", "location", "matchMedia", "navigator", "performance", "requestAnimationFrame",
        "scrollTo", "setInterval", "setTimeout", "undefined", "window",
    ]
}
