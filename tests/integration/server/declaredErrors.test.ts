import { describe, expect, it } from 'vitest'
import { factsOf } from '#shared/contract/define.ts'
import { operations } from '#shared/contract/registry.ts'
import { fact } from '#shared/errors/facts.ts'
import { onBothDatabases } from './harness/onBothDatabases.ts'

describe('the errors of a call', () => {
  it('are what it declares, missing ids, and an older version where its input has one', () => {
    expect(factsOf(operations['content.save'])).toEqual(['missing', 'changed', 'words', 'made', 'recycled'])
    expect(factsOf(operations['site.page'])).toEqual(['missing'])
  })
})

onBothDatabases('errors with facts', (server) => {
  it('leave with their kind, numbers as numbers', async () => {
    const admin = await server().as('admin')
    const gone = await admin.call('site.deleteByIdList', [99998, 99999])
    expect(gone).toMatchObject({ status: 404, data: { facts: { kind: 'missing', missing: [99998, 99999] } } })
    expect(fact.safeParse((gone.data as unknown as { facts: unknown }).facts).success).toBe(true)
  })
  it('leave without facts that the call does not declare, and the log says so', async () => {
    const admin = await server().as('admin')
    const label = operations['label.deleteByIdList']
    const declared = label.errors
    const { id: classId } = await admin.ok('labelCategory.save', { title: '错误试验', siteId: 2 })
    const { id } = await admin.ok('label.save', { title: '错误试验', siteId: 2, classId })
    expect(declared).toEqual(['used'])
    await admin.ok('label.deleteByIdList', [id])
    expect((await admin.call('label.deleteByIdList', [id])).data).toEqual({
      facts: { kind: 'missing', missing: [id] },
    })
  })
})
