import type { ImportCounts, ImportKind, ImportOutcome } from '#shared/contract/contentImport.ts'

export const IMPORT = {
  title: '内容迁移',
  titleOf: (site: string) => `内容迁移到“${site}”`,
  about: '把别的网站或表格里的内容导入到这个站点。正式导入前可以试导入，试导入不写入任何内容。',
  steps: ['选择来源', '查看内容', '对应栏目', '试导入', '导入'],
  kinds: {
    wxr: {
      title: 'WordPress 导出文件',
      text: '在 WordPress 的“工具 → 导出”中下载的 xml 文件；也可以把它和 wp-content/uploads 文件夹一起压缩成 zip，图片会一并导入。',
    },
    html: { title: 'HTML 文件夹', text: '把网页所在的文件夹压缩成 zip；文件夹里的图片会一并导入资源库。' },
    sheet: { title: '表格', text: 'xlsx、xls 或 csv，第一行是标题，最多 10 万行。' },
  } satisfies Record<ImportKind, { title: string; text: string }>,
  source: '来源',
  choose: '选择文件',
  chooseAgain: '换一个文件',
  dropHere: '松开鼠标，上传这个文件',
  recent: '最近的导入',
  goOn: '继续',
  next: '下一步',
  back: '上一步',
  trial: '开始试导入',
  run: '开始导入',
  again: '再导入一个文件',
  report: '下载报告',
  failedOnly: '只看失败的',
  reading: '正在读取文件，请稍候…',
  brokenTitle: '文件没有读完',
  broken: (line: number, message: string) =>
    `第 ${line} 行：${message}。可以先导入前面的内容；以后上传完整的文件再导入，已导入的不会重复。`,
  noTrial: '试导入不写入任何内容，只告诉您每一条会怎样。',
  noRun: '点“开始导入”后，内容按下面的设置写入；随时可以取消，已导入的保留，再次导入会接着做。',
  target: (title: string) => `“${title}”导入到`,
  to: { column: '已有栏目', new: '新建栏目', skip: '不导入' },
  column: (title: string) => `“${title}”的栏目`,
  newTitle: (title: string) => `“${title}”的新栏目名称`,
  parent: (title: string) => `“${title}”的上级栏目`,
  top: '顶级栏目',
  sheetColumn: '导入到的栏目',
  field: (title: string) => `“${title}”对应的字段`,
  noField: '不导入这一列',
  key: '用来识别同一行的列',
  keyHint: '再次导入时按这一列的值判断是不是同一行；不选则整行相同才算同一行。',
  noKey: '整行比较',
  existing: '已导入过的内容',
  skip: '跳过',
  update: '用来源中的内容更新',
  publish: '来源中已发布的内容，导入后直接发布（需要审批的栏目会提交审批）',
  fetch: '从原网站的地址下载图片到资源库（不会访问内网地址）',
  outcomes: { created: '新增', updated: '更新', skipped: '跳过', failed: '失败' } satisfies Record<
    ImportOutcome,
    string
  >,
  remembered: '已按上次的对应关系填好，请核对。',
  limit: (extensions: readonly string[], mb: number) => `支持 ${extensions.join('、')}，不超过 ${mb}M`,
}

/** What a trial would do, or what an import did. */
export const countsText = ({ created, updated, skipped, failed }: ImportCounts, trial: boolean): string =>
  `${trial ? '将' : '已'}新增 ${created} 条、更新 ${updated} 条，跳过 ${skipped} 条，失败 ${failed} 条`
