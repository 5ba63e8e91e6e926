import { describe, expect, it } from 'vitest'
import { setBridge } from '#renderer/data/bridge.ts'
import { AppError } from '#shared/errors/index.ts'
import { aSite, pageOf } from '#tests/builders/session.ts'
import { aTemplate } from '#tests/builders/templateRow.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost } from '#tests/setup/renderUi.tsx'
import { siteComparison } from './siteComparison.ts'

const host = (): FakeBridge => aHost().on('site.findById', () => aSite(1, '集团官网'))
const shown = async (bridge: FakeBridge, ...values: number[]): Promise<(string | undefined)[]> => {
  setBridge(bridge)
  const compare = siteComparison(1, {})
  await compare.load()
  return values.map((value) => compare.show?.('templateId', value))
}

describe('a site that another user has saved meanwhile', () => {
  it('is compared by the names of its templates', async () => {
    const list = host().on('template.list', () => pageOf([aTemplate({ id: 7 })]))
    expect(await shown(list, 7, 0, 9)).toEqual(['企业站（company）', '不使用模板', '编号 9 的模板'])
  })

  it('is compared by numbers when the account may not see templates', async () => {
    const refused = host().on('template.list', () => {
      throw new AppError('forbidden', '没有权限查看模板')
    })
    expect(await shown(refused, 7)).toEqual(['编号 7 的模板'])
  })
})
