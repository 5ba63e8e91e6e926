// Loaded first in every Node process and thread while the map is measured (`--import`): records which functions run for
// which test file. Plain JavaScript, because tests also start older programs.
import { appendFileSync } from 'node:fs'

const FILE = 'SITECRAFT_RAN_FILE'
let recorded = new Set()
let file = process.env[FILE]
/** Lines that could not be written yet. */
let pendingLines = ''

/** Writes each number at once, so that a killed process loses nothing. */
globalThis.sitecraftRan = (number) => {
  if (!file || recorded.has(number)) return
  recorded.add(number)
  pendingLines += `${number}\n`
  write()
}

function write() {
  try {
    if (pendingLines !== '') appendFileSync(file, pendingLines)
    pendingLines = ''
  } catch {
    // The test runs as a user without write access here; the next write retries these lines.
  }
}

/** Starts recording for another test file, also in processes started from now on. */
globalThis.sitecraftRunFor = (path) => {
  if (file) write()
  recorded = new Set()
  pendingLines = ''
  file = path
  process.env[FILE] = path
}
