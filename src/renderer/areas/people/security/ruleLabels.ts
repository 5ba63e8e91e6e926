/** Titles of the fields of 登录安全, for the form, its conflicts and the search. */
export const RULE_LABELS = {
  minLength: '密码最短长度',
  minClasses: '至少包含的字符种类',
  historyCount: '不能与最近几次使用的密码相同',
  maxAgeDays: '密码有效期',
  refuseCommon: '拒绝常见密码',
  lockFailures: '连续失败几次后锁定',
  lockMinutes: '锁定时长',
  idleMinutes: '无操作多久后退出',
  maxHours: '一次登录最长',
  singleSession: '同一账号只能在一处登录',
  bindAddress: '更换网络后退出登录',
  selfRegister: '开放注册',
  registerGroupId: '注册后的用户组',
  ownGroupsOnly: '只能选择本用户组和下级用户组的人员',
  groups: '用户组的要求',
  logDays: '登录日志保留',
}
