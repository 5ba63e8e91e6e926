/** Loaded before a program (`--import`), it runs on a computer whose battery is flat: its clock begins in 1980. */
const Now = Date
const behind = Now.now() - Now.UTC(1980, 0, 1, 12)

globalThis.Date = class extends Now {
  constructor(...given: []) {
    super(...(given.length === 0 ? ([Now.now() - behind] as unknown as []) : given))
  }
  static override now(): number {
    return Now.now() - behind
  }
} as DateConstructor
