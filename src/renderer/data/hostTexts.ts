/** Messages about the host on this computer (browser host only; Electron's window ends with its program). */
export const HOST_TEXTS = {
  gone: '本机的站匠服务没有响应，可能已经退出。请重新启动站匠，并打开它给出的新地址',
  refused: '本页面的访问凭据已经失效（站匠重新启动过）。请打开启动站匠时给出的新地址',
  /** What follows in a window with work in it. */
  stays: '。这个页面不用关闭，恢复后可以接着使用。',
  enter: {
    title: '请从打开地址进入站匠',
    steps: [
      '在启动站匠的窗口里按回车键，会得到一个新的打开地址；也可以重新启动站匠。',
      '在浏览器中打开新地址。每个地址只能使用一次，两分钟内有效。',
      '新地址打开以后，这个页面会自动恢复。',
    ],
    retry: '重试',
  },
}
