import { join, relative, sep } from 'node:path'
import { expect } from 'vitest'
import { RAN_FOLDER, ROOT_ENV } from './settings.ts'

// Passes the name of the running test file to the recorder, if there is one.
const folder = process.env[RAN_FOLDER]
const root = process.env[ROOT_ENV]
const runFor: unknown = Reflect.get(globalThis, 'sitecraftRunFor')
const { testPath } = expect.getState()
if (folder && root && testPath && typeof runFor === 'function') {
  const name = relative(root, testPath).split(sep).join('+')
  Reflect.apply(runFor, undefined, [join(folder, name)])
}
