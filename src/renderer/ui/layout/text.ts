/** Themes, as the header's menu and the settings offer them. */
export const THEMES = [
  { value: 'system', title: '跟随系统' },
  { value: 'light', title: '浅色' },
  { value: 'dark', title: '深色' },
] as const

/** A·§2, C·§2: the 404 page. */
export const NOT_FOUND = {
  title: '抱歉!',
  reason: '当前页面不存在...',
  advice: '请检查您输入的网址是否正确，或点击下面的按钮返回首页。',
}

/** A·§2, C·§2: the page of an account without a role, and of a screen that is not granted. */
export const FORBIDDEN = {
  title: '没有访问权限',
  noRole: '当前账号没有操作角色，请联系管理员为您分配角色。',
  notGranted: '当前账号的角色没有这个功能的权限，如需使用请联系管理员。',
}
