import type { AnalyticsTables } from './tables/analytics.ts'
import type { ApprovalTables } from './tables/approval.ts'
import type { ColumnTables } from './tables/columns.ts'
import type { ContentTables } from './tables/content.ts'
import type { CoreTables } from './tables/core.ts'
import type { CrossSiteCopyTables } from './tables/crossSiteCopies.ts'
import type { DepartmentTables } from './tables/departments.ts'
import type { DictionaryTables } from './tables/dictionaries.ts'
import type { EditingTables } from './tables/editing.ts'
import type { JobTables } from './tables/jobs.ts'
import type { LabelTables } from './tables/labels.ts'
import type { MemberTables } from './tables/members.ts'
import type { NetWorthTables } from './tables/netWorth.ts'
import type { NoticeTables } from './tables/notices.ts'
import type { OutgoingTables } from './tables/outgoing.ts'
import type { SensitiveTables } from './tables/sensitive.ts'
import type { SignInTables } from './tables/signIn.ts'
import type { SiteInboxTables } from './tables/siteInbox.ts'
import type { SiteMailTables } from './tables/siteMails.ts'
import type { SmsTables } from './tables/sms.ts'
import type { StaticSiteTables } from './tables/staticSites.ts'
import type { TemplateTables } from './tables/templates.ts'
import type { UploadTables } from './tables/uploads.ts'
import type { WechatTables } from './tables/wechat.ts'

/** All tables by name. Each file in tables/ belongs to the migration that creates them. */
export interface Database
  extends
    AnalyticsTables,
    ApprovalTables,
    ContentTables,
    CoreTables,
    ColumnTables,
    CrossSiteCopyTables,
    TemplateTables,
    UploadTables,
    JobTables,
    DepartmentTables,
    DictionaryTables,
    EditingTables,
    LabelTables,
    MemberTables,
    NetWorthTables,
    NoticeTables,
    OutgoingTables,
    SensitiveTables,
    SignInTables,
    SiteInboxTables,
    SiteMailTables,
    SmsTables,
    WechatTables,
    StaticSiteTables {}
