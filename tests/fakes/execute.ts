import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs a program to its end; rejects with what it printed when it fails. */
export const execute = promisify(execFile)
