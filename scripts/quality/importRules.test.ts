import { describe, expect, it } from 'vitest'
import { importProblems } from './importRules.ts'
import { sampleTree } from './samples.ts'

const declared = new Set(['zod', 'react', 'electron', 'monaco-editor', 'fastify', 'keytar', '@tanstack/react-query'])

/** Messages about one file that holds one line, next to the given others. */
const messages = (path: string, line: string, others: Record<string, string> = {}): string[] =>
  importProblems(sampleTree({ ...others, [path]: line }), declared).map((p) => p.message)

const screens = {
  'src/renderer/areas/site/list/screen.ts': 'export const screen = 1',
  'src/renderer/areas/site/info/screen.ts': 'export const screen = 1',
}

describe('a broken import rule is reported', () => {
  it.each([
    ['src/shared/a.ts', "import '../server/app.ts'", /shared may not import server/],
    ['src/engine/a.ts', "import '#services/ports.ts'", /engine may not import services/],
    ['src/main/services/a.ts', "import '#server/app.ts'", /services may not import server/],
    ['src/main/services/a.ts', "import type { X } from '#hosts/electron/x.ts'", /services may not import electron/],
    ['src/main/electron/a.ts', "export * from '#hosts/browserHost/x.ts'", /electron may not import browserHost/],
    ['src/main/browserHost/a.ts', "await import('#renderer/x.ts')", /browserHost may not import renderer/],
    ['src/preload/a.ts', "import '#services/ports.ts'", /preload may not import services/],
    ['src/preload/a.ts', "import { operations } from '#shared/contract/registry.ts'", /types and the channel names/],
    ['src/server/a.ts', "type X = import('#services/types.ts').ApiClient", /server may not import services/],
    ['src/renderer/a.ts', "import '#engine-less/../../x.ts'", /no `\.\.\/\.\.\/`/],
    ['src/renderer/a.ts', "import '#server/app.ts'", /renderer may not import server/],
    ['src/renderer/a.ts', "import '#engine/index.ts'", /renderer may not import engine/],
    ['src/engine/catalogue/a.ts', "import '#engine/index.ts'", /catalogue may not import engine/],
    ['src/server/a.ts', "import '#tests/builders/x.ts'", /product code may not import/],
    ['src/server/a.ts', "import './b'", /extension/],
    ['src/server/a.ts', "import 'fs'", /write node:fs/],
    ['src/shared/a.ts', "import 'node:path'", /shared may not import node:path/],
    ['src/renderer/a.ts', "import 'node:fs'", /renderer may not import node:fs/],
    ['src/main/services/a.ts', "import { app } from 'electron'", /only import electron in/],
    [
      'src/main/electron/a.ts',
      "import { ipcMain } from 'electron'",
      /ipcMain is used in src\/main\/electron\/ipc\.ts only/,
    ],
    ['src/preload/other.ts', "import { ipcRenderer } from 'electron'", /ipcRenderer is used in/],
    ['src/renderer/ui/a.ts', "import 'monaco-editor/editor'", /only import monaco-editor in/],
    ['src/renderer/ui/a.ts', "import '@tanstack/react-query'", /only import @tanstack\/react-query in/],
    ['src/main/services/sync/a.ts', "import 'keytar'", /SecretStore/],
    ['src/main/services/a.ts', "import 'fastify'", /only import fastify in/],
    ['src/shared/a.ts', "import 'react'", /only import react in/],
    ['src/server/a.ts', "import 'lodash'", /lodash is not in package\.json/],
    ['src/server/areas/column/column/a.ts', "import '#server/areas/site/site/repo.ts'", /through the index\.ts/],
  ])('%s: %s', (path, line, message) => {
    expect(messages(path, line).join('\n')).toMatch(message)
  })

  it('when a screen reaches into another, in its own area or not', () => {
    const line = "import './../info/view.tsx'"
    expect(messages('src/renderer/areas/site/list/a.ts', line, screens).join()).toMatch(/may not import another/)
    const far = "import '#renderer/areas/home/view.tsx'"
    expect(messages('src/renderer/areas/site/list/a.ts', far, screens).join()).toMatch(/may not import another/)
  })

  it('when anything outside the screens imports one', () => {
    const line = "import '#renderer/areas/site/list/view.tsx'"
    expect(messages('src/renderer/app/a.ts', line, screens).join()).toMatch(/found by their screen\.ts/)
  })

  it('with the line of the import', () => {
    const [problem] = importProblems(sampleTree({ 'src/shared/a.ts': "\n// x\nimport 'node:fs'\n" }), declared)
    expect(problem).toMatchObject({ path: 'src/shared/a.ts', line: 3 })
  })
})

describe('what the table allows passes', () => {
  it.each([
    ['src/main/services/a.ts', "import { x } from '#shared/errors/index.ts'"],
    ['src/main/electron/ipc.ts', "import { ipcMain } from 'electron'"],
    ['src/preload/bridge.ts', "import { ipcRenderer } from 'electron'"],
    ['src/preload/bridge.ts', "import type { Bridge } from '#shared/contract/bridge.ts'"],
    ['src/preload/bridge.ts', "import { CHANNELS } from '#shared/contract/ipc.ts'"],
    ['src/renderer/features/codeEditor/a.ts', "import 'monaco-editor/editor'"],
    ['src/renderer/data/a.ts', "import '@tanstack/react-query'"],
    ['src/renderer/areas/site/list/a.ts', "import '../parts/table.tsx'"],
    ['src/server/areas/column/column/a.ts', "import '#server/areas/site/site/index.ts'"],
    ['src/main/services/a.test.ts', "import { buildServer } from '#server/app.ts'"],
    ['tests/integration/a.test.ts', "import { buildServer } from '#server/app.ts'"],
  ])('%s: %s', (path, line) => {
    expect(messages(path, line, screens)).toEqual([])
  })
})
