/** C·§2, C·§8: texts of the sign-in screens. */
export const LOGIN = {
  expired: '登录超时，请重新登录！',
  noKeychain: '本机没有可用的系统钥匙串，关闭程序后需要重新登录',
  automatic: '自动登录中... 请稍等',
  invalidToken: { title: 'token无效', text: '请手动登录' },
}
