import { describe, expect, it } from 'vitest'
import type { ApiOperation } from '#shared/contract/define.ts'
import { apiNames, operations } from '#shared/contract/registry.ts'
import { readFileSync } from 'node:fs'
import { filesUnder, isProduct } from '#scripts/quality/tree.ts'
import { resources } from '#server/areas/index.ts'
import { documentedCalls as calls, type DocumentedCall } from '#tests/fakes/documentedCalls.ts'

const pick = (call?: DocumentedCall) => call && { method: call.method, path: call.path }
const apis = apiNames.map((name): { name: string; op: ApiOperation } => ({ name, op: operations[name] }))

describe('the contract and the documents', () => {
  it('reads every call of the documents', () => {
    expect(calls.size).toBe(226)
  })
  it.each(apis.filter(({ op }) => op.call !== undefined))(
    '$name is call $op.call, method and path [A-217]',
    ({ op }) => {
      expect({ method: op.method, path: op.path }).toEqual(pick(calls.get(op.call ?? 0)))
    },
  )
  it('holds the calls of the foundation', () => {
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
    const wanted = [...range(1, 9), 15, 16, 27, 28, 39, ...range(47, 62), 64]
    const present = new Set(apis.map(({ op }) => op.call))
    expect(wanted.filter((call) => !present.has(call))).toEqual([])
  })
  it('keeps the calls of the content document under its prefix [B-310]', () => {
    // B·§7: content, approval, copies and their data.
    const areas = /^(content|approval|workflow|copyRule|crossCopy|sensitive|attachment|netWorth)\./
    const paths = apis.filter(({ name, op }) => areas.test(name) && op.call !== undefined).map(({ op }) => op.path)
    expect(paths.length).toBeGreaterThan(40)
    // Two plug-ins are stated to have their own.
    const prefix = /^api\/(plugins\/(approval-flow|site-group-plugin)\/)?cebest-cms\//
    expect(paths.filter((path) => !prefix.test(path))).toEqual([])
  })
  it('uses a number once', () => {
    const numbers = apis.flatMap(({ op }) => (op.call === undefined ? [] : [op.call]))
    expect(new Set(numbers).size).toBe(numbers.length)
  })
})

describe('calls that nobody makes by hand', () => {
  const screens = filesUnder('src/renderer').filter((path) => isProduct(path))
  // What the desktop's own process answers keeps no session.
  const asked = screens
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/useRead\(\s*'([\w.]+)',(?:(?!useRead\()[^;])*?\beveryMs\b/g)].map(
        ([, name = '']) => name,
      ),
    )
    .filter((asked) => apis.some(({ name }) => name === asked))
  // Called by hooks and by the host at intervals, without useRead.
  const beats = ['entryLock.hold', 'entryLock.release', 'notice.wait']
  // Through the options of a shared poll, while a message is on its way.
  const polled = ['page', 'recipients'].flatMap((name) => [`emailSend.${name}`, `smsMarketing.${name}`])
  const waits = ['sheet.progress', 'templateSync.changes', 'templateSync.manifest', 'templateSync.wait', ...beats]
  it('are known as such: they don’t keep a session from ending for want of use', () => {
    expect(asked.length).toBeGreaterThan(1)
    const background = apis.filter(({ op }) => op.background).map(({ name }) => name)
    expect(background.toSorted()).toEqual(
      [...new Set([...asked, ...waits, ...polled, 'emailSend.findById'])].toSorted(),
    )
  })
})

describe('the contract and the server', () => {
  const served = resources.flatMap((r) => [...Object.keys(r.routes ?? {}), ...Object.keys(r.raw ?? {})])
  it('has one route for every call, and none besides', () => {
    expect(served.toSorted()).toEqual([...apiNames].toSorted())
  })
})
