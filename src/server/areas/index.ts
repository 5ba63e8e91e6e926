import type { Resource } from '../http/routes.ts'
import { analytics } from './site/analytics/index.ts'
import { apiToken } from './people/apiToken/index.ts'
import { approval } from './approval/approval/index.ts'
import { workflow } from './approval/workflow/index.ts'
import { account } from './people/account/index.ts'
import { inbox } from './channel/inbox/index.ts'
import { webhook } from './channel/webhook/index.ts'
import { wechat } from './channel/wechat/index.ts'
import { systemMessage } from './channel/systemMessage/index.ts'
import { siteMail } from './channel/siteMail/index.ts'
import { classify } from './data/classify/index.ts'
import { column } from './column/column/index.ts'
import { siteArchive } from './content/siteArchive/index.ts'
import { content } from './content/entry/index.ts'
import { contentImport } from './content/contentImport/index.ts'
import { contentFields } from './content/fields.ts'
import { contentParts } from './content/index.ts'
import { crossSiteCopy } from './content/crossSiteCopy/index.ts'
import { email } from './channel/email/index.ts'
import { entryLock } from './content/entryLock/index.ts'
import { search } from './content/search/index.ts'
import { contentSchedule } from './content/contentSchedule/index.ts'
import { publicState } from './content/publicState/index.ts'
import { delivery } from './content/delivery/index.ts'
import { department } from './people/department/index.ts'
import { dictionary } from './data/dictionary/index.ts'
import { job } from './system/job/index.ts'
import { profile } from './people/profile.ts'
import { registration } from './people/registration/index.ts'
import { backup } from './system/backup/index.ts'
import { home } from './system/home/index.ts'
import { log } from './system/log/index.ts'
import { fieldCommon } from './column/fieldCommon/index.ts'
import { label } from './data/label/index.ts'
import { member } from './people/member/index.ts'
import { memberGroup } from './people/memberGroup/index.ts'
import { memberLevel } from './people/memberLevel/index.ts'
import { notice } from './people/notice/index.ts'
import { netWorth } from './data/netWorth/index.ts'
import { security } from './people/security/index.ts'
import { sensitive } from './data/sensitive/index.ts'
import { outgoing } from './channel/outgoing/index.ts'
import { sms } from './channel/sms/index.ts'
import { role } from './people/role/index.ts'
import { sheet } from './system/sheet.ts'
import { site } from './site/site/index.ts'
import { deadLink } from './site/deadLink/index.ts'
import { menuInfo } from './site/menuInfo.ts'
import { publishCdn, publishTarget } from './site/publishTarget/index.ts'
import { redirect } from './site/redirect/index.ts'
import { sitemap } from './site/sitemap/index.ts'
import { siteCopy } from './site/copy/index.ts'
import { siteRecycle } from './site/recycle/index.ts'
import { statics } from './site/statics/routes.ts'
import { templateData } from './site/templateData/index.ts'
import { system } from './system/system/index.ts'
import { mock } from './system/mock/index.ts'
import { template } from './template/template/index.ts'
import { templateDraft } from './template/draft/index.ts'
import { templateFile } from './template/files/index.ts'
import { templateRecycle } from './template/recycle/index.ts'
import { templateRevision } from './template/revision/index.ts'
import { templateSite } from './template/templateSite/index.ts'
import { templateSync } from './template/sync/index.ts'
import { upload } from './upload/index.ts'

/** Every resource of the server, one line each. */
export const resources: readonly Resource[] = [
  system,
  analytics,
  home,
  search,
  log,
  backup,
  mock,
  account,
  registration,
  profile,
  security,
  apiToken,
  site,
  siteCopy,
  siteArchive,
  siteRecycle,
  column,
  content,
  contentFields,
  contentImport,
  contentParts,
  crossSiteCopy,
  entryLock,
  contentSchedule,
  publicState,
  delivery,
  fieldCommon,
  dictionary,
  classify,
  label,
  role,
  department,
  member,
  memberGroup,
  memberLevel,
  notice,
  siteMail,
  inbox,
  wechat,
  sensitive,
  netWorth,
  template,
  templateRecycle,
  templateSite,
  templateFile,
  templateDraft,
  templateRevision,
  templateSync,
  statics,
  publishCdn,
  publishTarget,
  redirect,
  sitemap,
  deadLink,
  menuInfo,
  templateData,
  job,
  upload,
  sheet,
  email,
  outgoing,
  sms,
  systemMessage,
  webhook,
  workflow,
  approval,
]
