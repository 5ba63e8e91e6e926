/** C·§2, C·§8: texts of the sign-in screens. */
export const LOGIN = {
  expired: '登录超时，请重新登录！',
  noKeychain: '本机没有可用的系统钥匙串，关闭程序后需要重新登录',
  keptBy: (module: string): string => `登录状态保存在系统钥匙串（${module}）`,
  tokenLost: '系统钥匙串里没有上次的登录信息（可能已被删除），请重新登录',
  retryKeychain: '重试钥匙串',
  network: '网络诊断',
  diagnostics: '日志与诊断',
  automatic: '自动登录中... 请稍等',
  invalidToken: { title: 'token无效', text: '请手动登录' },
}

/** Texts of changing a password that an administrator gave, at the first sign-in (C·§5). */
export const FIRST_PASSWORD = {
  title: '请先修改密码',
  text: (username: string): string =>
    `账号 ${username} 的密码由管理员设置，或已超过有效期。为了安全，请换成只有您自己知道的密码，再继续使用。`,
  save: '保存新密码',
  done: '密码已修改',
  leave: '退出登录',
}

/** C·§2, C·§5: the fields of a change of password. */
export const PASSWORD = {
  title: '修改密码',
  text: '修改后，您在其他地方的登录会立即退出。',
  old: '旧密码',
  new: '新密码',
  confirm: '确认密码',
  hint: '数字、大小写字母，8-24 位',
  save: '保存新密码',
  done: '更新成功',
}

/** C·§2 Register page. */
export const REGISTER = {
  title: '注册账号',
  link: '注册账号',
  toLogin: '已有账号，去登录',
  closed: '管理员没有开放注册，请联系管理员开通账号。',
  username: '用户名',
  phone: '手机号',
  code: '手机验证码',
  password: '密码',
  send: '获取验证码',
  notCome: '没有收到短信时，请联系管理员获取验证码',
  wait: (seconds: number): string => `${seconds} 秒后重新获取`,
  submit: '注册',
  busy: '正在注册…',
}
