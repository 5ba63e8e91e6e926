/** Beyond the documents: how one is told of what. */
export const WISHES = {
  title: '通知',
  groups: {
    approval: '审批',
    content: '内容',
    message: '站内信、文件和站点信箱',
    signIn: '新设备登录',
  },
  inProgram: '所有通知都会显示在程序右上角的“通知”中。您还可以选择同时用下面的方式接收。',
  email: {
    title: '邮件',
    closed: '管理员没有设置发送通知的邮箱，暂时不能使用。',
    missing: '您没有填写邮箱，请在“个人信息”中填写。',
    to: (address: string): string => `发到 ${address}`,
  },
  sms: {
    title: '短信',
    closed: '管理员没有设置发送通知的短信通道，暂时不能使用。',
    missing: '您的账号没有手机号，请联系管理员填写。',
    to: (address: string): string => `发到 ${address}，每个号码每天的条数有上限`,
  },
  queued: '邮件和短信由服务器排队发送，可能晚几分钟收到。',
}

/** C·§2 Profile page. */
export const PROFILE = {
  tabs: [
    { id: 'info', title: '个人信息' },
    { id: 'notices', title: WISHES.title },
  ] as const,
  title: '个人信息',
  text: '您的账号、姓名和邮箱。修改账号后，下次请用新的账号登录。',
  username: '账号',
  screenName: '姓名',
  email: '邮箱',
  avatar: '头像',
  crop: '裁剪头像',
  remove: '移除头像',
  /** Its exact words are not shown. */
  note: '裁剪结果不会保存到数据库，刷新后重置。',
}
