import { expect, it } from 'vitest'
import { z } from 'zod'
import { hostQuery, menu, open, query, session } from '#shared/contract/define.ts'
import { contractMetrics } from './contractMetrics.ts'
import { sampleTree } from './samples.ts'

const call = { method: 'POST', path: 'api/x', title: 'x', input: z.object({}), output: z.null() } as const
const operations = {
  'a.open': query({ ...call, access: open }),
  'a.own': query({ ...call, access: session }),
  'a.menu': query({ ...call, access: menu(1) }),
  'a.host': hostQuery({ title: 'x', input: z.object({}), output: z.null() }),
}

it('names the operations whose refusals or behaviour no test shows', () => {
  const passed = ['every operation on sqlite a.own: 401 without a session', 'every operation a.menu: 401 without']
  const tests = sampleTree({ 'tests/a.test.ts': "call('a.open'); call('a.menu')" })
  expect(contractMetrics(operations, passed, tests)).toEqual({
    total: 4,
    unchecked: ['a.menu'],
    unexercised: ['a.own', 'a.host'],
  })
})
