// Loaded first in every Node process and thread while the map is made (`--import`): notes which functions run for which test file.
// Plain JavaScript, because tests start older programs too.
import { appendFileSync } from 'node:fs'

const FILE = 'SITECRAFT_RAN_FILE'
let seen = new Set()
let file = process.env[FILE]
/** Lines that could not be written yet. */
let waiting = ''

/** Each number is written at once: a process that is killed leaves what it ran. */
globalThis.sitecraftRan = (number) => {
  if (!file || seen.has(number)) return
  seen.add(number)
  waiting += `${number}\n`
  write()
}

function write() {
  try {
    if (waiting !== '') appendFileSync(file, waiting)
    waiting = ''
  } catch {
    // The test acts as a user who may not write here: the lines go with the next ones.
  }
}

/** From here on functions run for another test file, also those of processes that are started from now on. */
globalThis.sitecraftRunFor = (path) => {
  if (file) write()
  seen = new Set()
  waiting = ''
  file = path
  process.env[FILE] = path
}
