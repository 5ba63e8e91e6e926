/** Words of links that open a place of the program. */
export const LINKS = {
  copy: '复制链接',
  link: '链接',
  open: '打开链接',
  notOpened: '链接没有打开',
  noScreen: '链接里的页面不存在，可能来自更新的版本',
  unknownServer: (server: string): string =>
    `链接属于服务器 ${server}，它不在您的连接里，因此没有打开。如果信任这个服务器，请先在“连接”中添加它，再打开链接。`,
  elsewhere: '链接属于另一个服务器',
  question: (name: string, address: string, current: string): string =>
    `链接属于“${name}”（${address}）。${current ? `现在使用的是“${current}”。` : ''}切换后在那里使用那里的账号，没有登录时需要先登录。`,
  change: '切换并打开',
  home: '不打开',
}
