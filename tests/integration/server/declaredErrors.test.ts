import { describe, expect, it } from 'vitest'
import { factsOf } from '#shared/contract/define.ts'
import { operations } from '#shared/contract/registry.ts'
import { removeUndeclaredFact } from '#server/http/declaredFacts.ts'
import { fact } from '#shared/errors/facts.ts'
import { AppError } from '#shared/errors/index.ts'
import { onBothDatabases } from './harness/onBothDatabases.ts'

describe('the errors of a call', () => {
  it('are what it declares, missing ids, and an older version where its input has one', () => {
    expect(factsOf(operations['content.save'])).toEqual(['missing', 'changed', 'words', 'made', 'recycled'])
    expect(factsOf(operations['site.page'])).toEqual(['missing'])
  })
  it('leave without facts that it does not declare, and the log says so', () => {
    const lines: string[] = []
    const thrown = new AppError('conflict', '正在使用', { details: { fact: { kind: 'used', used: 2 } } })
    expect(removeUndeclaredFact(['missing', 'used'], thrown, (line) => lines.push(line))).toBe(thrown)
    expect(lines).toEqual([])
    const plain = removeUndeclaredFact(['missing'], thrown, (line) => lines.push(line))
    expect(plain).toMatchObject({ code: 'conflict', message: '正在使用', details: {} })
    expect((plain as AppError).details.fact).toBeUndefined()
    expect(lines).toEqual(['fails with the fact “used”, which its contract does not declare'])
  })
})

onBothDatabases('errors with facts', (server) => {
  it('leave with their kind, numbers as numbers', async () => {
    const admin = await server().as('admin')
    const gone = await admin.call('site.deleteByIdList', [99998, 99999])
    expect(gone).toMatchObject({ status: 404, data: { facts: { kind: 'missing', missing: [99998, 99999] } } })
    expect(fact.safeParse((gone.data as unknown as { facts: unknown }).facts).success).toBe(true)
  })
})
