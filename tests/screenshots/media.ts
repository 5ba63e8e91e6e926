import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { sheetOf } from '#tests/builders/sheet.ts'
import { Media } from '#tests/e2e/pages/media.ts'
import type { Opener } from './opener.ts'

const NAMES = ['年会合影', '厂区航拍', '产品样图', '海报', `名字很长的图片${'，第三季度宣传材料'.repeat(8)}`] as const
const FRAMES = [
  [960, 540],
  [540, 960],
  [1200, 400],
  [64, 64],
  [800, 600],
] as const
const COLOURS = ['#c7402d', '#2d6cc7', '#3a8f4f', '#d9a021', '#6b4fa3'] as const

/** Pictures of several shapes; the first half of each is paler, so that one sees how it is cut. */
const pictures = (count: number): Promise<{ name: string; bytes: Buffer }[]> =>
  Promise.all(
    NAMES.slice(0, count).map(async (name, i) => {
      const [width, height] = FRAMES[i] ?? FRAMES[0]
      const background = COLOURS[i] ?? COLOURS[0]
      const half = { create: { width: width / 2, height, channels: 4, background: '#ffffff80' } } as const
      const bytes = await sharp({ create: { width, height, channels: 4, background } })
        .composite([{ input: half, left: 0, top: 0 }])
        .png()
        .toBuffer()
      return { name: `${name}.png`, bytes }
    }),
  )

/** From the gallery's panel of media. */
const media = (name: string, open: (media: Media, page: Page) => Promise<void>): Opener => ({
  screen: '组件演示',
  name: `媒体 ${name}`,
  open: async (page) => {
    const panel = new Media(page)
    await panel.open()
    await open(panel, page)
  },
})

const inPicker = async (panel: Media, page: Page, tab: string): Promise<void> => {
  await panel.field('图集').getByRole('button', { name: '选择图片' }).click()
  await panel.dialog('选择图片').getByRole('tab', { name: tab }).click()
  await page.getByRole('tabpanel', { name: tab }).last().waitFor()
}
const uploaded = async (panel: Media, page: Page): Promise<void> => {
  await inPicker(panel, page, '上传')
  await panel.give('选择要上传的图片', ...(await pictures(5)))
  await page.getByText('已选 5 项').waitFor()
}
const grouped = async (panel: Media, page: Page): Promise<void> => {
  await uploaded(panel, page)
  await panel.dialog('选择图片').getByRole('button', { name: '确定' }).click()
  await panel.handle(NAMES[0]).scrollIntoViewIfNeeded()
}
const multi = async (panel: Media, page: Page, count: number): Promise<void> => {
  await page.getByRole('button', { name: '打开多图上传' }).click()
  await panel.give('选择要上传的图片', ...(await pictures(count)))
}

const imported = (name: string, rows: Parameters<typeof sheetOf>[0] | null, says: string | RegExp): Opener => ({
  screen: '组件演示',
  name: `导入 ${name}`,
  open: async (page) => {
    await page.getByRole('tab', { name: '导入导出', exact: true }).click()
    await page.getByRole('button', { name: '导入', exact: true }).click()
    if (rows) {
      const file = { name: '字典.xlsx', mimeType: '', buffer: await sheetOf(rows) }
      await page.getByLabel('选择表格').setInputFiles(file)
    }
    await page.getByText(says).first().waitFor()
  },
})

/** The dialogs of media, uploads and sheets. */
export const mediaOpeners: readonly Opener[] = [
  media('上传', uploaded),
  media('选择已有', async (panel, page) => {
    await uploaded(panel, page)
    await page.getByRole('tab', { name: '选择已有' }).click()
    await panel.option(`${NAMES[0]}.png`).first().waitFor()
  }),
  media('网络地址', async (panel, page) => {
    await inPicker(panel, page, '网络地址')
    await page.getByLabel('图片的网络地址').fill('https://example.com/photo')
    await page.keyboard.press('Tab')
  }),
  media('图集', grouped),
  media('编辑项', async (panel, page) => {
    await grouped(panel, page)
    await panel.form.getByRole('button', { name: `编辑 ${NAMES[0]}` }).click()
    await panel.dialog(/^编辑项/).waitFor()
  }),
  media('多图上传 已选择', (panel, page) => multi(panel, page, 5)),
  media('多图上传 没有选择', (panel, page) => multi(panel, page, 0)),
  media('裁剪 没有选择', async (panel) => {
    await panel.field('头像').getByRole('button', { name: '选择头像' }).click()
    await panel.dialog('裁剪头像').waitFor()
  }),
  media('裁剪', async (panel, page) => {
    await panel.field('头像').getByRole('button', { name: '选择头像' }).click()
    await panel.give('选择要裁剪的图片', ...(await pictures(1)))
    await page.getByRole('group', { name: /^裁剪框/ }).waitFor()
  }),
  imported('开始', null, /导入字典/),
  imported('标题不对', [['名称'], ['颜色']], /表格缺少/),
  imported(
    '结果',
    [['字典值', '字典名称'], ['红、蓝', '颜色'], ...Array.from({ length: 30 }, () => ['男', '性别'])],
    /行没有导入/,
  ),
  {
    screen: '资源库',
    name: '有图片',
    open: async (page) => {
      const files = (await pictures(5)).map(({ name, bytes }) => ({ name, mimeType: '', buffer: bytes }))
      await page.getByLabel('选择要上传的图片').setInputFiles(files)
      await page
        .getByRole('button', { name: `预览 ${NAMES[4]}.png` })
        .first()
        .waitFor()
    },
  },
  {
    screen: '资源库',
    name: '上传面板',
    open: async (page) => {
      const files = (await pictures(5)).map(({ name, bytes }) => ({ name, mimeType: '', buffer: bytes }))
      await page.getByLabel('选择要上传的图片').setInputFiles(files)
      await page
        .getByRole('button', { name: /^上传(，|$)/ })
        .last()
        .click()
      await page
        .getByRole('dialog', { name: '上传' })
        .getByText(/已完成 (\d+) \/ \1$/)
        .waitFor()
    },
  },
]
