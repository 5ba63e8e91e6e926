import type { z } from 'zod'
import { accountOperations } from './account.ts'
import { accountEditOperations } from './accountEdit.ts'
import { analyticsOperations } from './analytics.ts'
import { apiTokenOperations } from './apiToken.ts'
import { approvalOperations } from './approval.ts'
import { attachmentOperations } from './attachment.ts'
import { backupOperations } from './backup.ts'
import { classifyOperations } from './classify.ts'
import { columnOperations } from './column.ts'
import { columnEditOperations } from './columnEdit.ts'
import { contentOperations } from './content.ts'
import { contentEditOperations } from './contentEdit.ts'
import { contentImportOperations } from './contentImport.ts'
import { contentScheduleOperations } from './contentSchedule.ts'
import { crossSiteCopyOperations } from './crossSiteCopy.ts'
import { type ApiOperation, areaOf, type HostOperation, type Operation } from './define.ts'
import type { UndocumentedOutput } from './fields.ts'
import { deliveryOperations } from './delivery.ts'
import { deadLinkOperations } from './deadLink.ts'
import { departmentOperations } from './department.ts'
import { diagnosticsOperations } from './diagnostics.ts'
import { dictionaryOperations } from './dictionary.ts'
import { emailChannelOperations } from './emailChannel.ts'
import { emailSendOperations } from './emailSend.ts'
import { entryLockOperations } from './entryLock.ts'
import { fieldCommonOperations } from './fieldCommon.ts'
import { homeOperations } from './home.ts'
import { hostOperations } from './host.ts'
import { inboxOperations } from './inbox.ts'
import { jobOperations } from './job.ts'
import { labelOperations } from './label.ts'
import { logOperations } from './log.ts'
import { dragOutOperations } from './dragOut.ts'
import { livePreviewOperations } from './livePreview.ts'
import { localDraftOperations } from './localDraft.ts'
import { localFileOperations } from './localFile.ts'
import { memberOperations } from './member.ts'
import { memberGroupOperations } from './memberGroup.ts'
import { memberLevelOperations } from './memberLevel.ts'
import { menuInfoOperations } from './menuInfo.ts'
import { networkOperations } from './network.ts'
import { netWorthOperations } from './netWorth.ts'
import { noticeOperations } from './notice.ts'
import { noteOperations } from './note.ts'
import { pageWindowOperations } from './pageWindow.ts'
import { partsOperations } from './parts.ts'
import { policyOperations } from './policy.ts'
import { previewHostOperations } from './preview.ts'
import { searchOperations } from './search.ts'
import { securityOperations } from './security.ts'
import { sensitiveOperations } from './sensitive.ts'
import { recipientSheetOperations } from './recipientSheet.ts'
import { redirectOperations } from './redirect.ts'
import { roleOperations } from './role.ts'
import { sheetHostOperations, sheetOperations } from './sheet.ts'
import { siteArchiveOperations } from './siteArchive.ts'
import { siteMailOperations } from './siteMail.ts'
import { profileOperations } from './profile.ts'
import { registrationOperations } from './registration.ts'
import { smsChannelOperations } from './smsChannel.ts'
import { smsMarketingOperations } from './smsMarketing.ts'
import { smsTemplateOperations } from './smsTemplate.ts'
import { siteOperations } from './site.ts'
import { sitemapOperations } from './sitemap.ts'
import { publishCdnOperations } from './publishCdn.ts'
import { publicStateOperations } from './publicState.ts'
import { publishTargetOperations } from './publishTarget.ts'
import { staticsOperations } from './statics.ts'
import { systemOperations } from './system.ts'
import { systemMessageOperations } from './systemMessage.ts'
import { templateOperations } from './template.ts'
import { templateDraftOperations } from './templateDraft.ts'
import { templateFileOperations } from './templateFile.ts'
import { templateRevisionOperations } from './templateRevision.ts'
import { templateSyncOperations } from './templateSync.ts'
import { updateOperations } from './update.ts'
import { uploadOperations } from './upload.ts'
import { uploadsOperations } from './uploads.ts'
import { webhookOperations } from './webhook.ts'
import { wechatOperations } from './wechat.ts'
import { workflowOperations } from './workflow.ts'
import { workspaceOperations } from './workspace.ts'

/** Every operation of the product, by name: one line per area. */
export const operations = {
  ...systemOperations,
  ...analyticsOperations,
  ...logOperations,
  ...homeOperations,
  ...searchOperations,
  ...accountOperations,
  ...accountEditOperations,
  ...registrationOperations,
  ...profileOperations,
  ...siteOperations,
  ...siteArchiveOperations,
  ...backupOperations,
  ...columnOperations,
  ...staticsOperations,
  ...publishCdnOperations,
  ...publicStateOperations,
  ...publishTargetOperations,
  ...redirectOperations,
  ...sitemapOperations,
  ...deadLinkOperations,
  ...menuInfoOperations,
  ...livePreviewOperations,
  ...networkOperations,
  ...diagnosticsOperations,
  ...partsOperations,
  ...policyOperations,
  ...jobOperations,
  ...noticeOperations,
  ...siteMailOperations,
  ...inboxOperations,
  ...wechatOperations,
  ...columnEditOperations,
  ...fieldCommonOperations,
  ...contentOperations,
  ...contentEditOperations,
  ...entryLockOperations,
  ...contentImportOperations,
  ...contentScheduleOperations,
  ...noteOperations,
  ...dictionaryOperations,
  ...classifyOperations,
  ...labelOperations,
  ...workflowOperations,
  ...approvalOperations,
  ...crossSiteCopyOperations,
  ...roleOperations,
  ...departmentOperations,
  ...memberOperations,
  ...memberGroupOperations,
  ...memberLevelOperations,
  ...emailChannelOperations,
  ...emailSendOperations,
  ...smsChannelOperations,
  ...smsTemplateOperations,
  ...smsMarketingOperations,
  ...systemMessageOperations,
  ...recipientSheetOperations,
  ...securityOperations,
  ...apiTokenOperations,
  ...webhookOperations,
  ...deliveryOperations,
  ...sensitiveOperations,
  ...netWorthOperations,
  ...templateOperations,
  ...templateDraftOperations,
  ...templateFileOperations,
  ...templateRevisionOperations,
  ...templateSyncOperations,
  ...uploadOperations,
  ...attachmentOperations,
  ...hostOperations,
  ...dragOutOperations,
  ...sheetOperations,
  ...sheetHostOperations,
  ...localDraftOperations,
  ...localFileOperations,
  ...pageWindowOperations,
  ...previewHostOperations,
  ...uploadsOperations,
  ...workspaceOperations,
  ...updateOperations,
}

export type Operations = typeof operations
export type OperationName = keyof Operations
export type ApiName = { [N in OperationName]: Operations[N] extends ApiOperation ? N : never }[OperationName]
export type HostName = { [N in OperationName]: Operations[N] extends HostOperation ? N : never }[OperationName]

/** Input as a caller passes it. */
export type InputOf<N extends OperationName> = z.input<Operations[N]['input']>
/** Input as a handler gets it, after parsing. */
export type ParsedOf<N extends OperationName> = z.output<Operations[N]['input']>
/** Output as a caller gets it. Where the documents show none, it is null from servers that send none. */
export type OutputOf<N extends OperationName> = z.output<Operations[N]['output']>
/** Output of this project's own server as a caller gets it. */
export type OwnOutputOf<N extends OperationName> =
  Operations[N]['output'] extends UndocumentedOutput<infer T> ? z.output<T> : OutputOf<N>
/** Output as a handler returns it, before parsing. */
export type AnswerOf<N extends OperationName> = z.input<Operations[N]['output']>

const names = new Set(Object.keys(operations))
export const isOperationName = (name: string): name is OperationName => names.has(name)
export const operation = (name: OperationName): Operation => operations[name]
export const apiNames = (Object.keys(operations) as OperationName[]).filter(
  (n): n is ApiName => operations[n].kind === 'api',
)
/** Area titles for the operation log, in the order of the contract. */
export const areaTitles: ReadonlyMap<string, string> = new Map(
  apiNames.flatMap((name) => {
    const { area }: ApiOperation = operations[name]
    return area === undefined ? [] : [[areaOf(name), area]]
  }),
)
/** The title of an area; falls back to its name in the API. */
export const areaTitle = (area: string): string => areaTitles.get(area) ?? area
const apiNameSet: ReadonlySet<string> = new Set(apiNames)
export const isApiName = (name: string): name is ApiName => apiNameSet.has(name)
export const hostNames = (Object.keys(operations) as OperationName[]).filter(
  (n): n is HostName => operations[n].kind === 'host',
)
