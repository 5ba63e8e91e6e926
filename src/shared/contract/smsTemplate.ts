import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query, site } from './define.ts'
import { byId, dateTime, id, idList, nothing, paged, paging, required, undocumentedOutput, version } from './fields.ts'

export const SMS_CONTENT_LIMIT = 1000

/** C·§3 SMS template, as approved by the provider. */
export const smsTemplate = z.object({
  id: z.number(),
  siteId: z.number(),
  templateName: z.string(),
  templateCode: z.string(),
  templateContent: z.string(),
  version: z.number().optional(),
  changedBy: z.string().optional(),
  changedAt: dateTime.optional(),
})
export type SmsTemplate = z.output<typeof smsTemplate>

export const smsTemplateSave = z.object({
  /** 0: a new template. */
  id: id.default(0),
  siteId: z.coerce.number('请选择站点').int('请选择站点').min(1, '请选择站点'),
  templateName: required('请输入模板名称', 100),
  templateCode: required('请输入模板编码', 100),
  templateContent: z
    .string('请输入模板内容')
    .trim()
    .min(1, '请输入模板内容')
    .max(SMS_CONTENT_LIMIT, `模板内容不能超过 ${SMS_CONTENT_LIMIT} 个字`),
  version,
})

const path = (rest: string) => cms(`sms-template/${rest}`)
const manage = menu(MENU.smsTemplate)
/** The dialog of a message lists the templates, too. */
const read = menu(MENU.smsTemplate, MENU.smsMarket)
const stale = ['smsTemplate.page', 'smsTemplate.findById'] as const

/** Templates of text messages (calls 181–184). */
export const smsTemplateOperations = withAreaTitles({ smsTemplate: '短信模板' })({
  'smsTemplate.findById': query({
    method: 'GET',
    path: path('findById/{id}'),
    call: 181,
    title: '短信模板详情',
    record: true,
    access: read,
    input: byId,
    output: smsTemplate,
  }),
  'smsTemplate.page': query({
    method: 'POST',
    path: path('page'),
    call: 182,
    title: '短信模板列表',
    access: site(read, 'siteId'),
    input: paging({ siteId: id.optional() }),
    output: paged(smsTemplate),
  }),
  'smsTemplate.save': mutation({
    method: 'POST',
    path: path('save'),
    call: 183,
    title: '保存短信模板',
    access: site(manage, 'siteId'),
    input: smsTemplateSave,
    output: undocumentedOutput(smsTemplate),
    success: '保存成功',
    stale,
  }),
  'smsTemplate.deleteByIdList': mutation({
    method: 'POST',
    path: path('deleteByIdList'),
    call: 184,
    title: '删除短信模板',
    access: manage,
    input: idList,
    output: nothing,
    success: '删除成功',
    stale,
  }),
})
