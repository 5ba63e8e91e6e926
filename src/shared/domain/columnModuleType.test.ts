import { expect, it } from 'vitest'
import { COLUMN_MODULES } from './columnModule.ts'
import { columnTypeOfModule } from './columnModuleType.ts'
import { COLUMN_TYPE } from './columnType.ts'

it('makes a page a single article, a navigation topic a plain column, and all others lists', () => {
  const types = COLUMN_MODULES.map(({ title, id }) => [title, columnTypeOfModule(id)])
  expect(Object.fromEntries(types)).toMatchObject({ 单页: COLUMN_TYPE.article, 导航专题: COLUMN_TYPE.plain })
  expect(types.filter(([, type]) => type === COLUMN_TYPE.list)).toHaveLength(COLUMN_MODULES.length - 2)
})
