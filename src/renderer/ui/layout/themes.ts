/** Themes, as the header's menu and the settings offer them. */
export const THEMES = [
  { value: 'system', title: '跟随系统' },
  { value: 'light', title: '浅色' },
  { value: 'dark', title: '深色' },
] as const
