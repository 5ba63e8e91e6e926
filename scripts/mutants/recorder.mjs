// Loaded first in every Node process and thread while the map is made (`--import`): notes which functions run for which test file.
// Plain JavaScript, because tests start older programs too.
import { appendFileSync } from 'node:fs'

const FILE = 'SITECRAFT_RAN_FILE'
let seen = new Set()
let file = process.env[FILE]

/** Each number is written at once: a process that is killed leaves what it ran. */
globalThis.sitecraftRan = (number) => {
  if (!file || seen.has(number)) return
  seen.add(number)
  appendFileSync(file, `${number}\n`)
}

/** From here on functions run for another test file, also those of processes that are started from now on. */
globalThis.sitecraftRunFor = (path) => {
  seen = new Set()
  file = path
  process.env[FILE] = path
}
