import { expect, it } from 'vitest'
import { apiNames, operations } from '#shared/contract/registry.ts'
import { OPERATION_AREAS } from './operationAreas.ts'

it('names every area that has calls in the operation log', () => {
  const areas = apiNames.flatMap((name) => (operations[name].effect === 'write' ? [name.split('.')[0] ?? ''] : []))
  expect([...new Set(areas)].filter((area) => !(area in OPERATION_AREAS))).toEqual([])
})
