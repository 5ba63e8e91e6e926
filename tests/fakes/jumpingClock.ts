import { readFileSync } from 'node:fs'

/** Loaded before a program (`--import`), its clock is off by the ms that the file CLOCK_OFFSET_FILE says, whenever that changes. */
const Now = Date
const file = process.env.CLOCK_OFFSET_FILE ?? ''
/** The file is looked at so often, ms. */
const LOOK_MS = 50
let offset = 0
const look = (): void => {
  offset = Number(readFileSync(file, 'utf8')) || 0
}
look()
setInterval(look, LOOK_MS).unref()

globalThis.Date = class extends Now {
  constructor(...given: []) {
    super(...(given.length === 0 ? ([Now.now() + offset] as unknown as []) : given))
  }
  static override now(): number {
    return Now.now() + offset
  }
} as DateConstructor
