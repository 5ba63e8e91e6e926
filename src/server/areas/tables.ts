import { accountTables } from './people/account/table.ts'
import { roleTables } from './people/role/table.ts'
import { apiTokenTables } from './people/apiToken/table.ts'
import { signInRulesTables } from './people/signInRules/table.ts'
import { registrationTables } from './people/registration/table.ts'
import { secondFactorTables } from './people/secondFactor/table.ts'
import { noticeTables } from './people/notice/table.ts'
import { systemMessagesTables } from './channel/systemMessage/table.ts'
import { departmentTables } from './people/department/table.ts'
import { memberTables } from './people/member/table.ts'
import { memberGroupTables } from './people/memberGroup/table.ts'
import { memberLevelTables } from './people/memberLevel/table.ts'
import { logTables } from './system/log/table.ts'
import { jobTables } from './system/job/table.ts'
import { settingTables } from './system/system/table.ts'
import { siteTables } from './site/site/table.ts'
import { columnTables } from './column/column/table.ts'
import { fieldCommonTables } from './column/fieldCommon/table.ts'
import { analyticsTables } from './site/analytics/table.ts'
import { countingTables } from './site/counting/table.ts'
import { deadLinkTables } from './site/deadLink/table.ts'
import { redirectTables } from './site/redirect/table.ts'
import { sitemapTables } from './site/sitemap/table.ts'
import { publishTables } from './site/statics/table.ts'
import { publishTargetTables } from './site/publishTarget/table.ts'
import { templateTables } from './template/template/table.ts'
import { templateSiteTables } from './template/templateSite/table.ts'
import { templateFileTables } from './template/files/table.ts'
import { templateDraftTables } from './template/draft/table.ts'
import { templateRevisionTables } from './template/revision/table.ts'
import { uploadStoreTables } from './upload/store/table.ts'
import { uploadSessionTables } from './upload/chunks/table.ts'
import { contentFileTables } from './upload/usage/table.ts'
import { classifyTables } from './data/classify/table.ts'
import { dictionaryTables } from './data/dictionary/table.ts'
import { labelTables } from './data/label/table.ts'
import { sensitiveTables } from './data/sensitive/table.ts'
import { netWorthTables } from './data/netWorth/table.ts'
import { contentTables } from './content/entry/table.ts'
import { contentRevisionTables } from './content/revision/table.ts'
import { searchIndexTables } from './content/searchIndex/table.ts'
import { contentNoteTables } from './content/note/table.ts'
import { contentScheduleTables } from './content/contentSchedule/table.ts'
import { crossSiteTables } from './content/crossSiteCopy/table.ts'
import { deliveryTables } from './content/delivery/table.ts'
import { contentImportTables } from './content/contentImport/table.ts'
import { entryLockTables } from './content/entryLock/table.ts'
import { siteImportTables } from './content/siteArchive/table.ts'
import { approvalTables } from './approval/approval/table.ts'
import { workflowTables } from './approval/workflow/table.ts'
import { emailTables } from './channel/email/table.ts'
import { outgoingTables } from './channel/outgoing/table.ts'
import { inboxTables } from './channel/inbox/table.ts'
import { siteMailTables } from './channel/siteMail/table.ts'
import { smsTables } from './channel/sms/table.ts'
import { webhookTables } from './channel/webhook/table.ts'
import { wechatTables } from './channel/wechat/table.ts'

/** Every table of the database, one line per resource. */
export const tables = {
  ...accountTables,
  ...roleTables,
  ...apiTokenTables,
  ...signInRulesTables,
  ...registrationTables,
  ...secondFactorTables,
  ...noticeTables,
  ...systemMessagesTables,
  ...departmentTables,
  ...memberTables,
  ...memberGroupTables,
  ...memberLevelTables,
  ...logTables,
  ...jobTables,
  ...settingTables,
  ...siteTables,
  ...columnTables,
  ...fieldCommonTables,
  ...analyticsTables,
  ...countingTables,
  ...deadLinkTables,
  ...redirectTables,
  ...sitemapTables,
  ...publishTables,
  ...publishTargetTables,
  ...templateTables,
  ...templateSiteTables,
  ...templateFileTables,
  ...templateDraftTables,
  ...templateRevisionTables,
  ...uploadStoreTables,
  ...uploadSessionTables,
  ...contentFileTables,
  ...classifyTables,
  ...dictionaryTables,
  ...labelTables,
  ...sensitiveTables,
  ...netWorthTables,
  ...contentTables,
  ...contentRevisionTables,
  ...searchIndexTables,
  ...contentNoteTables,
  ...contentScheduleTables,
  ...crossSiteTables,
  ...deliveryTables,
  ...contentImportTables,
  ...entryLockTables,
  ...siteImportTables,
  ...approvalTables,
  ...workflowTables,
  ...emailTables,
  ...outgoingTables,
  ...inboxTables,
  ...siteMailTables,
  ...smsTables,
  ...webhookTables,
  ...wechatTables,
}
