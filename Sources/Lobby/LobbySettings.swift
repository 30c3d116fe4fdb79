public import Protocol

extension Lobby {
    /// The operator's settings.
    public struct Settings: Equatable, Sendable {
        /// The host's `hello`.
        public var hello: Hello
        /// The preset for rules that name none.
        public var preset: Preset
        /// The host's pictures; without any, nobody can play with them.
        public var pictures: [Picture]
        /// The entrants that a contest takes from one address, once it is half full.
        public var entrantsPerAddress: Int

        /// Creates settings; the `hello` announces the preset and the pictures.
        public init(
            hello: Hello, preset: Preset = .classic, pictures: [Picture] = [],
            entrantsPerAddress: Int = Limits.entrantsPerAddress
        ) {
            self.hello = hello
            self.hello.preset = preset.rawValue
            if !pictures.isEmpty { self.hello.faces.append(FaceSet.pictures.rawValue) }
            (self.preset, self.pictures, self.entrantsPerAddress) = (preset, pictures, entrantsPerAddress)
        }
    }
}
