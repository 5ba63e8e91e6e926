import { SHEET_READ_ROWS, sheetLimitMb } from '#shared/contract/sheet.ts'

/** 导入 and 导出 of sheets. */
export const SHEET = {
  import: '导入',
  export: '导出',
  cancelExport: '取消导出',
  cancelExportAt: (percent: number): string => `取消导出（${percent}%）`,
  exporting: '正在导出…',
  exportedRows: (written: number, total: number): string => `正在导出…已写入 ${written} 行，共 ${total} 行`,
  template: '下载导入模板',
  choose: '选择表格',
  chooseAgain: '重新选择表格',
  more: '继续导入',
  report: '下载未导入的行',
  close: '关闭',
  dropHere: '松开鼠标，导入这个表格',
  importing: '正在导入，请稍候…关闭窗口后会继续导入，结果在消息里显示。',
  row: '行号',
  reason: '原因',
  hint: (extensions: readonly string[], uploadMb: number): string =>
    `请选择或拖入 ${extensions.join('、')} 表格，不超过 ${sheetLimitMb(uploadMb)} M、${SHEET_READ_ROWS / 10_000} 万行，更大的表格请分成几个文件。读取第一个工作表，列按标题识别，顺序不限。`,
  title: (what: string): string => `导入${what}`,
  templateName: (what: string): string => `${what}导入模板`,
  savedTo: (path: string): string => `已保存到 ${path}`,
  imported: '已导入。',
  result: (imported: number, refused: number): string => {
    if (refused === 0) return `已导入 ${imported} 行。`
    return imported === 0 ? `没有导入，${refused} 行有问题。` : `已导入 ${imported} 行，${refused} 行没有导入。`
  },
  checking: '正在检查所有的行，还没有导入…',
  /** Before the import, after all rows were checked. */
  checked: (good: number, bad: number): string => {
    if (bad === 0) return `检查完成，${good} 行都可以导入。`
    return good === 0
      ? `检查完成，${bad} 行都有问题，没有可以导入的行。`
      : `检查完成，${good} 行可以导入，${bad} 行有问题。`
  },
  checkedAdvice: '可以先导入没有问题的行，或者按原因改正后重新选择表格。',
  importChecked: (good: number): string => `导入这 ${good} 行`,
  goOn: '继续导入其他列',
  /** Before the import. */
  unknown: (titles: readonly string[]): string =>
    `表格里有无法识别的列：${titles.map((title) => `“${title}”`).join('、')}。继续导入时，这些列里的内容会被忽略。也可以按导入模板修改标题后，重新选择表格。`,
  /** After it. */
  leftOut: (titles: readonly string[]): string =>
    `没有导入无法识别的列：${titles.map((title) => `“${title}”`).join('、')}。`,
  notImported: (titles: readonly string[]): string =>
    `表格没有导入：有无法识别的列 ${titles.map((title) => `“${title}”`).join('、')}，请重新导入并确认`,
  advice: '下载未导入的行，按原因改正后可以直接再次导入。',
  firstOnly: (shown: number): string => `这里列出前 ${shown} 行，全部内容请下载查看。`,
} as const
