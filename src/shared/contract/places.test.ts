import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { accessTargets } from '../domain/callAccess.ts'
import type { ApiOperation } from './define.ts'
import { type ApiName, apiNames, operations } from './registry.ts'

/** Fields that name sites or columns wherever they stand in an input. */
const NAMES =
  /^(siteIds?|toSiteId|classIds?|classIdList|menuIds?|toMenuId|toMenuParentId|copyIdFrom|parentMenuId|columnIds?)$/

/** Fields that name one and need no declaration, and why. */
const ELSEWHERE: Partial<Record<ApiName, readonly (readonly [field: string, why: string])[]>> = {
  'content.page': [['siteId', 'must be the column’s']],
  'content.draftPage': [['siteId', 'must be the column’s']],
  'content.recyclePage': [['siteId', 'must be the column’s']],
  'content.findByMenuAndSite': [['siteId', 'must be the column’s']],
  'content.save': [['siteId', 'must be the column’s']],
  'content.copy': [['toSiteId', 'must be the column’s']],
  'content.exportSheet': [['siteId', 'must be the column’s']],
  'content.selectOptions': [['classIdList', 'the answer holds what is of the caller’s columns']],
  'content.publishStatistics': [['classIds', 'the answer counts what is of the caller’s columns']],
  'content.statisticsSheet': [['classIds', 'as content.publishStatistics']],
  'role.save': [['menuId', 'asked permission by permission by the handler, which names what may not be given']],
  'label.page': [['classId', 'a category of labels']],
  'label.save': [['classId', 'a category of labels, whose site must be the label’s']],
  'netWorth.updateStatus': [['classId', 'tells products of one code apart; the records say whose they are']],
  'template.list': [['siteId', 'the answer holds what is of the caller’s sites']],
  'templateSite.bind': [['siteIds', 'only those that are new are asked for']],
  'sensitive.importData': [
    ['classId', 'sent by clients for every import; the words belong to no site'],
    ['siteId', 'as classId'],
  ],
  'sensitive.save': [['classId', 'a class of words, of no site']],
  'crossCopy.runRules': [['siteId', 'must be the column’s']],
  'upload.cancel': [['siteId', 'a part of the name of one’s own upload']],
  'sitemap.save': [['columnId', 'must be the site’s']],
  'delivery.save': [['columnIds', 'must be the site’s']],
  'attachment.saveQuota': [['siteId', 'super administrators alone']],
}

/** Names of all fields of an input, at any depth. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap(fieldsOf)
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'properties' && typeof value === 'object' && value !== null
      ? [...Object.keys(value as object), ...fieldsOf(Object.values(value as object))]
      : fieldsOf(value),
  )
}

describe('sites and columns in inputs', () => {
  it('are declared in the access of every call that names them, or it is said why not', () => {
    const undeclared = apiNames.flatMap((name) => {
      const { access, input }: ApiOperation = operations[name]
      if (access.kind === 'open') return []
      const declared = accessTargets(access).map(({ path }) => path.split('.').at(-1)?.replace('[]', ''))
      const excused = (ELSEWHERE[name] ?? []).map(([field]) => field)
      return [...new Set(fieldsOf(z.toJSONSchema(input, { io: 'input' })))]
        .filter((field) => NAMES.test(field) && !declared.includes(field) && !excused.includes(field))
        .map((field) => `${name}: ${field}`)
    })
    expect(undeclared).toEqual([])
  })
  it('are excused only where the input has them', () => {
    for (const [name, fields] of Object.entries(ELSEWHERE))
      for (const [field] of fields)
        expect(fieldsOf(z.toJSONSchema(operations[name as ApiName].input, { io: 'input' })), name).toContain(field)
  })
})
