import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { hostEvents } from './host.ts'
import { areaOf } from './define.ts'
import { apiNames, areaTitles, hostNames, isOperationName, operation, operations } from './registry.ts'

const apis = apiNames.map((name) => ({ name, op: operations[name] }))

describe('registry', () => {
  it('holds every area once: the spread of one area never hides a name of another', async () => {
    const files = readdirSync(import.meta.dirname).filter(
      (name) => /^[a-z]\w*\.ts$/i.test(name) && name !== 'registry.ts',
    )
    const modules = await Promise.all(
      files.map((name): Promise<object> => import(pathToFileURL(join(import.meta.dirname, name)).href)),
    )
    const areas = modules.flatMap((module) =>
      Object.entries(module).flatMap(([name, value]: [string, object]) => (name.endsWith('Operations') ? [value] : [])),
    )
    expect(areas.flatMap((a) => Object.keys(a)).sort()).toEqual(Object.keys(operations).sort())
  })
  it('gives every call its own address', () => {
    const addresses = apis.map(({ op }) => `${op.method} ${op.path}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })
  it('keeps all paths below api/ and relative [A-216]', () => {
    for (const { name, op } of apis) expect(op.path, name).toMatch(/^api\/[\w/{}-]+$/)
  })
  it('uploads to the connected server alone: the cloud of the documents is a demonstration [B-387]', () => {
    const uploads = apis.flatMap(({ op }) => ('raw' in op && op.raw && op.effect === 'write' ? op.path : []))
    expect(uploads.filter((path) => path.startsWith('api/upload/'))).toEqual(
      ['file', 'image', 'video', 'audio', 'bundle'].map((kind) => `api/upload/${kind}`),
    )
  })
  it('fills every path parameter from the input', () => {
    for (const { name, op } of apis) {
      const wanted = [...op.path.matchAll(/\{(\w+)\}/g)].map((m) => m[1] ?? '')
      const schema = z.toJSONSchema(op.input, { io: 'input' })
      for (const field of wanted) expect(Object.keys(schema.properties ?? {}), name).toContain(field)
    }
  })
  it('names only known operations as stale, and only in changing ones', () => {
    for (const name of [...apiNames, ...hostNames]) {
      const op = operation(name)
      for (const stale of op.stale ?? []) {
        expect(isOperationName(stale) && operation(stale).effect, `${name} → ${stale}`).toBe('read')
        expect(op.effect, name).toBe('write')
      }
    }
  })
  it('names every area that writes in the operation log', () => {
    const writing = apiNames.filter((name) => operations[name].effect === 'write').map(areaOf)
    expect([...new Set(writing)].filter((area) => !areaTitles.has(area))).toEqual([])
    expect(new Set(areaTitles.values()).size).toBe(areaTitles.size)
  })
  it('can be described as JSON Schema, both ways', () => {
    for (const name of [...apiNames, ...hostNames]) {
      const op = operation(name)
      expect(() => z.toJSONSchema(op.input, { io: 'input' }), name).not.toThrow()
      expect(() => z.toJSONSchema(op.output, { io: 'output' }), name).not.toThrow()
    }
    expect(Object.keys(hostEvents).length).toBeGreaterThan(0)
  })
  // A property of that name; a sign-in's way may be called so.
  it('keeps tokens out of what the page may call', () => {
    // For another program: shown once to who makes it, and no session.
    const shownOnce = 'apiToken.create'
    for (const { name, op } of apis.filter(({ name }) => name !== shownOnce)) {
      const text = JSON.stringify(z.toJSONSchema(op.output, { io: 'output' }))
      if (/"token":/.test(text)) expect('hostOnly' in op && op.hostOnly, name).toBe(true)
    }
    for (const name of hostNames)
      expect(JSON.stringify(z.toJSONSchema(operation(name).output, { io: 'output' })), name).not.toMatch(/"token":/)
  })
})
