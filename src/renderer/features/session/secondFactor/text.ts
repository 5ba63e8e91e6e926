/** Beyond the documents: signing in with a code of an authenticator app. */
export const FACTOR = {
  title: '两步验证',
  code: '两步验证码',
  /** At the sign-in. */
  ask: '打开手机上的验证器应用，输入“站匠”下显示的 6 位数字。',
  askHint: '手机不在身边时，可以输入一个没有用过的恢复码',
  signIn: '登录',
  back: '返回',
  missing: '请输入验证码',
  /** Setting one up. */
  prove: '先确认是您本人操作。',
  proveByCode: '输入正在使用的验证器应用显示的验证码，或一个恢复码',
  begin: '开始设置',
  next: '下一步',
  scan: '用手机上的验证器应用（例如 Microsoft Authenticator、Google Authenticator）扫描二维码。',
  qr: '两步验证的二维码',
  byHand: '不能扫描时，在应用中手动输入这个密钥：',
  secret: '密钥',
  confirm: '应用显示的验证码',
  confirmHint: '6 位数字，每 30 秒更换一次',
  turnOn: '确认并开启',
  restart: '重新开始',
  /** Recovery codes. */
  codesTitle: '恢复码',
  codes: '手机不在身边或丢失时，可以用恢复码登录，每个只能用一次。请现在保存好，关闭后不能再次查看。',
  copy: '复制',
  download: '下载',
  fileName: '站匠恢复码.txt',
  fileHead: (username: string, server: string): string =>
    `站匠恢复码\n账号：${username}\n服务器：${server}\n每个恢复码只能用一次，请妥善保管。\n`,
  saved: '我已保存',
  /** Of one's own page. */
  off: '没有开启。开启后，登录时除了密码还要输入手机上的验证码，密码泄露也不能登录。',
  on: (since: string): string => `已于 ${since} 开启，登录时需要手机上的验证码。`,
  required: '您的用户组要求两步验证。',
  left: (count: number): string => `还有 ${count} 个恢复码没有使用。`,
  few: (count: number): string => `恢复码只剩 ${count} 个，请重新生成，以免手机丢失后不能登录。`,
  turnOnTitle: '开启两步验证',
  again: '重新设置',
  againTitle: '重新设置两步验证',
  newCodes: '重新生成恢复码',
  newCodesText: '原来的恢复码会全部失效。',
  turnOff: '关闭',
  turnOffTitle: '关闭两步验证',
  turnOffText: '关闭后，只凭密码就能登录。恢复码会一并失效。',
  /** Of a group that demands it. */
  mustTitle: '请先设置两步验证',
  mustText: (username: string): string =>
    `账号 ${username} 所在的用户组要求两步验证：登录时除了密码，还要输入手机上的验证码。设置完成后即可继续使用。`,
  leave: '退出登录',
  enter: '开始使用',
} as const
