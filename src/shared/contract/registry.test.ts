import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { hostEvents } from './host.ts'
import { apiNames, hostNames, isOperationName, operation, operations } from './registry.ts'

const apis = apiNames.map((name) => ({ name, op: operations[name] }))

describe('registry', () => {
  it('holds every area once: the spread of one area never hides a name of another', async () => {
    const areas = await Promise.all([
      import('./system.ts').then((m) => m.systemOperations),
      import('./account.ts').then((m) => m.accountOperations),
      import('./site.ts').then((m) => m.siteOperations),
      import('./column.ts').then((m) => m.columnOperations),
      import('./columnEdit.ts').then((m) => m.columnEditOperations),
      import('./fieldCommon.ts').then((m) => m.fieldCommonOperations),
      import('./label.ts').then((m) => m.labelOperations),
      import('./localDraft.ts').then((m) => m.localDraftOperations),
      import('./member.ts').then((m) => m.memberOperations),
      import('./memberGroup.ts').then((m) => m.memberGroupOperations),
      import('./memberLevel.ts').then((m) => m.memberLevelOperations),
      import('./netWorth.ts').then((m) => m.netWorthOperations),
      import('./preview.ts').then((m) => m.previewHostOperations),
      import('./role.ts').then((m) => m.roleOperations),
      import('./sensitive.ts').then((m) => m.sensitiveOperations),
      import('./content.ts').then((m) => m.contentOperations),
      import('./contentEdit.ts').then((m) => m.contentEditOperations),
      import('./department.ts').then((m) => m.departmentOperations),
      import('./dictionary.ts').then((m) => m.dictionaryOperations),
      import('./classify.ts').then((m) => m.classifyOperations),
      import('./statics.ts').then((m) => m.staticsOperations),
      import('./job.ts').then((m) => m.jobOperations),
      import('./template.ts').then((m) => m.templateOperations),
      import('./templateFile.ts').then((m) => m.templateFileOperations),
      import('./templateSync.ts').then((m) => m.templateSyncOperations),
      import('./upload.ts').then((m) => m.uploadOperations),
      import('./uploads.ts').then((m) => m.uploadsOperations),
      import('./attachment.ts').then((m) => m.attachmentOperations),
      import('./sheet.ts').then((m) => m.sheetHostOperations),
      import('./sheet.ts').then((m) => m.sheetOperations),
      import('./host.ts').then((m) => m.hostOperations),
      import('./workspace.ts').then((m) => m.workspaceOperations),
    ])
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
  it('can be described as JSON Schema, both ways', () => {
    for (const name of [...apiNames, ...hostNames]) {
      const op = operation(name)
      expect(() => z.toJSONSchema(op.input, { io: 'input' }), name).not.toThrow()
      expect(() => z.toJSONSchema(op.output, { io: 'output' }), name).not.toThrow()
    }
    expect(Object.keys(hostEvents).length).toBeGreaterThan(0)
  })
  it('keeps tokens out of what the page may call', () => {
    for (const { name, op } of apis) {
      const text = JSON.stringify(z.toJSONSchema(op.output, { io: 'output' }))
      if (/"token"/.test(text)) expect('hostOnly' in op && op.hostOnly, name).toBe(true)
    }
    for (const name of hostNames)
      expect(JSON.stringify(z.toJSONSchema(operation(name).output, { io: 'output' })), name).not.toMatch(/"token"/)
  })
})
