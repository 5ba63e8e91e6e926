import type { AnalyticsTables } from './tables/analytics.ts'
import type { ApiTokenTables } from './tables/apiTokens.ts'
import type { ApprovalTables } from './tables/approval.ts'
import type { ColumnTables } from './tables/columns.ts'
import type { ContentImportTables } from './tables/contentImports.ts'
import type { ContentTables } from './tables/content.ts'
import type { CoreTables } from './tables/core.ts'
import type { CrossSiteCopyTables } from './tables/crossSiteCopies.ts'
import type { DeliveryTables } from './tables/delivery.ts'
import type { DepartmentTables } from './tables/departments.ts'
import type { DictionaryTables } from './tables/dictionaries.ts'
import type { EditingTables } from './tables/editing.ts'
import type { JobTables } from './tables/jobs.ts'
import type { LabelTables } from './tables/labels.ts'
import type { MemberTables } from './tables/members.ts'
import type { NetWorthTables } from './tables/netWorth.ts'
import type { NoDiskTables } from './tables/noDisk.ts'
import type { NoticeTables } from './tables/notices.ts'
import type { OutgoingTables } from './tables/outgoing.ts'
import type { SensitiveTables } from './tables/sensitive.ts'
import type { ServerKeyTables } from './tables/serverKeys.ts'
import type { SignInTables } from './tables/signIn.ts'
import type { SiteImportTables } from './tables/siteImports.ts'
import type { SiteInboxTables } from './tables/siteInbox.ts'
import type { SiteMailTables } from './tables/siteMails.ts'
import type { SmsTables } from './tables/sms.ts'
import type { StaticSiteTables } from './tables/staticSites.ts'
import type { TemplateFileTables } from './tables/templateFiles.ts'
import type { TemplateTables } from './tables/templates.ts'
import type { UploadTables } from './tables/uploads.ts'
import type { WebhookTables } from './tables/webhooks.ts'
import type { WechatTables } from './tables/wechat.ts'

/** All tables by name. Each file in tables/ belongs to the migration that creates them. */
export interface Database
  extends
    AnalyticsTables,
    ApiTokenTables,
    ApprovalTables,
    ContentTables,
    ContentImportTables,
    CoreTables,
    ColumnTables,
    CrossSiteCopyTables,
    TemplateTables,
    TemplateFileTables,
    UploadTables,
    JobTables,
    DeliveryTables,
    DepartmentTables,
    DictionaryTables,
    EditingTables,
    LabelTables,
    MemberTables,
    NetWorthTables,
    NoDiskTables,
    NoticeTables,
    OutgoingTables,
    SensitiveTables,
    ServerKeyTables,
    SignInTables,
    SiteImportTables,
    SiteInboxTables,
    SiteMailTables,
    SmsTables,
    WebhookTables,
    WechatTables,
    StaticSiteTables {}
