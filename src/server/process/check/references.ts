import type { Database } from '#server/db/schema.ts'

type Table = keyof Database

/** A column that names a row of another table. Real foreign keys are read from the database and need no line here. */
export interface Reference {
  to: Table
  /** Of the other table; absent: `id`. */
  key?: string
  /** SQL over the own row `t`: rows of which it holds name nothing. Absent: 0 does. */
  unless?: string
  /** SQL over the own row `t`: only these rows have to name something. */
  when?: string
  /** Columns that lie in the recycle area count as there. */
  orBinned?: true
  /** The server removes such rows by itself within an hour. */
  isSwept?: true
}

/** Columns that look like references and need no target, each with why. */
type Loose = Record<string, string>

export interface TableReferences {
  refers?: Record<string, Reference>
  loose?: Loose
}

const site: Reference = { to: 'site' }
/** Contents of what is gone for good are removed by the hourly upkeep. */
const column: Reference = { to: 'site_column', orBinned: true, isSwept: true }
const account: Reference = { to: 'account' }
const content: Reference = { to: 'content' }

const HISTORY = 'tells what was; outlives it'
const AUTHOR = 'who did it; accounts may go'

/**
 * Every table of the database, with its columns that name other rows. A new table is placed here; the test beside this
 * file names what is missing.
 */
export const REFERENCES: Record<Table, TableReferences> = {
  account: {},
  analytics_site: { refers: { siteId: site }, loose: { baiduSiteId: 'number of the provider' } },
  analytics_token: {},
  api_token: { loose: { siteIds: 'what is gone is refused when it is used', columnIds: 'the same' } },
  approval: {
    refers: {
      contentId: { ...content, when: `t.state = 'waiting'` },
      applicantId: { ...account, when: `t.state = 'waiting'` },
    },
    loose: { classId: HISTORY, siteId: HISTORY, workflowId: 'steps are fixed when it is applied for' },
  },
  approval_task: {
    refers: { approvalId: { to: 'approval' } },
    loose: { siteId: HISTORY, approverId: AUTHOR },
  },
  approval_task_person: { refers: { taskId: { to: 'approval_task' }, accountId: account } },
  approval_task_role: { refers: { taskId: { to: 'approval_task' }, roleId: { to: 'role' } } },
  attachment: {
    refers: { blobKey: { to: 'blob', key: 'blobKey', unless: `t."blobKey" = ''` } },
    loose: { accountId: AUTHOR, siteId: 'files outlive the site that they were uploaded for' },
  },
  blob: {},
  captcha: {},
  classify: { refers: { parentId: { to: 'classify' } } },
  column_bin: { refers: { siteId: site } },
  content: {
    refers: { classId: column, siteId: { ...site, isSwept: true } },
    loose: { xgid: 'the first of copies, which may be deleted', createById: AUTHOR, approveInstanceId: 'in approvals' },
  },
  content_body: {},
  content_count: { refers: { classId: column } },
  content_event: { loose: { contentId: HISTORY, classId: HISTORY, siteId: HISTORY, authorId: AUTHOR, refId: HISTORY } },
  content_file: {},
  content_initials: { refers: { contentId: content } },
  content_note: { refers: { parentId: { to: 'content_note' } }, loose: { authorId: AUTHOR } },
  content_revision: {},
  content_schedule: {
    refers: { contentId: { ...content, when: `t.state = 'planned'` } },
    loose: { classId: HISTORY, siteId: HISTORY, approvalId: HISTORY, accountId: AUTHOR },
  },
  content_words: { refers: { contentId: content } },
  copy_follow: { loose: { ruleId: 'is dropped when it is worked on', sourceId: 'the same' } },
  content_import: { loose: { siteId: HISTORY, accountId: AUTHOR, jobId: HISTORY } },
  content_import_entry: {
    refers: { contentId: { ...content, isSwept: true } },
    loose: { siteId: HISTORY, importId: HISTORY },
  },
  content_import_line: { loose: { importId: 'goes with its import' } },
  content_import_picture: { loose: { siteId: HISTORY } },
  copy_link: { loose: { ruleId: HISTORY, sourceId: HISTORY, targetId: HISTORY } },
  copy_log: {
    loose: {
      ruleId: HISTORY,
      dataId: HISTORY,
      sourceSiteId: HISTORY,
      sourceMenuId: HISTORY,
      targetSiteId: HISTORY,
      targetMenuId: HISTORY,
      targetId: HISTORY,
    },
  },
  copy_rule: {
    loose: {
      sourceSiteId: 'a rule whose column is gone is shown as one that does not work',
      sourceMenuId: 'the same',
      targetSiteId: 'the same',
      targetMenuId: 'the same',
      accountId: AUTHOR,
    },
  },
  copy_update: { refers: { targetId: content }, loose: { ruleId: HISTORY, sourceId: HISTORY } },
  dead_link: { refers: { siteId: site } },
  delivery_site: { refers: { siteId: site }, loose: { columnIds: 'what is gone answers nothing' } },
  department: { refers: { parentId: { to: 'department' } } },
  dictionary: { refers: { siteId: site } },
  download_ticket: {},
  email_channel: { refers: { siteId: site } },
  entry_lock: {
    loose: { contentId: 'old ones are dropped by their time', classId: 'the same', accountId: 'the same' },
  },
  field_common: {},
  job: { loose: { siteId: HISTORY, accountId: AUTHOR, resultId: HISTORY } },
  kept_file: {},
  known_device: {},
  label: { refers: { siteId: site, classId: { to: 'label_category' } } },
  label_category: { refers: { siteId: site } },
  link_check: { refers: { siteId: site } },
  login_attempt: {},
  login_token: {},
  mail_unsubscribed: { refers: { siteId: site } },
  member: { refers: { siteId: site, levelId: { to: 'member_level' } } },
  member_group: { refers: { siteId: site } },
  member_in_group: {},
  member_level: { refers: { siteId: site } },
  member_secret: {},
  net_worth: { refers: { productId: { to: 'net_worth_product' } } },
  net_worth_product: { loose: { classId: 'net values outlive columns', siteId: 'the same', accountId: AUTHOR } },
  notice: { loose: { accountId: 'old ones are dropped', siteId: HISTORY, classId: HISTORY, contentId: HISTORY } },
  notice_wish: { loose: { accountId: 'kept until the account is there again' } },
  operation_log: { loose: { accountId: AUTHOR, siteId: HISTORY } },
  operation_log_mark: {},
  outgoing: { loose: { siteId: HISTORY, channelId: 'messages of a deleted channel wait', accountId: AUTHOR } },
  outgoing_count: { loose: { siteId: HISTORY } },
  outgoing_recipient: { loose: { memberId: HISTORY, receiptId: 'number of the provider' } },
  password_history: {},
  phone_code: {},
  phone_code_sent: {},
  recovery_code: {},
  role: { refers: { parentId: { to: 'role' } } },
  role_grant: { refers: { siteId: site, menuId: { to: 'site_column' } } },
  second_factor: {},
  sensitive_class: {},
  sensitive_class_person: { refers: { classId: { to: 'sensitive_class' }, accountId: account } },
  sensitive_word: { refers: { classId: { to: 'sensitive_class' } } },
  session: {},
  setting: {},
  sign_in_log: { loose: { accountId: AUTHOR } },
  site: { refers: { templateId: { to: 'template' } } },
  site_column: {
    refers: { siteId: site, parentId: { to: 'site_column' } },
    loose: { moduleId: 'of the documents', showPositionIds: 'of the documents' },
  },
  site_import: { loose: { jobId: HISTORY, siteId: 'kept free for the site that is being made' } },
  site_import_map: {},
  site_inbox: { refers: { siteId: site } },
  site_mail: { loose: { senderId: AUTHOR } },
  site_mail_recipient: { refers: { mailId: { to: 'site_mail' } }, loose: { accountId: AUTHOR } },
  server_key: {},
  site_file: { refers: { siteId: site } },
  site_redirect: { refers: { siteId: site } },
  site_view: { loose: { siteId: HISTORY, columnId: HISTORY } },
  site_visit: { loose: { siteId: HISTORY } },
  sitemap_rule: { refers: { siteId: site }, loose: { columnId: 'rules of gone columns are not read' } },
  sms_channel: { refers: { siteId: site }, loose: { accessKeyId: 'of the provider', sdkAppId: 'of the provider' } },
  sms_template: { refers: { siteId: site } },
  stale_page: { loose: { siteId: HISTORY, classId: HISTORY, contentId: 'pages of deleted entries are stale, too' } },
  stand_in: { refers: { accountId: account, standInId: account } },
  static_site: { refers: { siteId: site } },
  stored_content: {},
  template: {
    refers: { draftOf: { to: 'template', unless: 't."draftOf" is null' } },
    loose: { siteId: 'a template outlives its site; super administrators see it' },
  },
  template_entry: {},
  template_file: {},
  template_moment: {},
  template_moment_file: {},
  template_revision: {},
  template_site: {},
  upload_part: { loose: { sessionId: 'removed within an hour once the upload is over' } },
  upload_session: {
    loose: { attachmentId: 'files may be deleted afterwards', accountId: AUTHOR, siteId: HISTORY },
  },
  webhook: { loose: { siteIds: 'what is gone sends nothing', accountId: AUTHOR } },
  webhook_delivery: { loose: { siteId: HISTORY } },
  wechat_config: { refers: { siteId: site }, loose: { appId: 'of WeChat' } },
  wechat_log: { loose: { contentId: HISTORY, mediaId: 'of WeChat' } },
  wechat_media: {},
  wechat_rule: {
    refers: { siteId: site, configId: { to: 'wechat_config' } },
    loose: { classId: 'a rule of a gone column does nothing', accountId: AUTHOR },
  },
  workflow: { refers: { siteId: site } },
  workflow_node: { refers: { workflowId: { to: 'workflow' } } },
}

/** What people call the rows of a table. */
export const TABLE_NAMES: Partial<Record<Table, string>> = {
  account: '账号',
  approval: '审批申请',
  approval_task: '审批任务',
  attachment: '资源',
  blob: '文件内容',
  classify: '多级字典',
  content: '内容',
  content_note: '批注',
  content_schedule: '定时计划',
  department: '部门',
  dictionary: '字典',
  email_channel: '邮件通道',
  job: '后台任务',
  label: '标签',
  label_category: '标签分类',
  member: '会员',
  member_group: '会员分组',
  member_level: '会员等级',
  net_worth: '净值',
  net_worth_product: '净值产品',
  role: '用户组',
  role_grant: '用户组权限',
  sensitive_class: '敏感词分类',
  sensitive_word: '敏感词',
  site: '站点',
  site_column: '栏目',
  site_mail: '站内信',
  sms_channel: '短信通道',
  sms_template: '短信模板',
  static_site: '静态站点设置',
  template: '模板',
  wechat_config: '公众号',
  wechat_rule: '公众号规则',
  workflow: '审批流程',
  workflow_node: '审批节点',
}
