import { makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { DialogsPanel } from './DialogsPanel.tsx'
import { PagesPanel } from './PagesPanel.tsx'
import { EditorPanel } from './EditorPanel.tsx'
import { FeedbackPanel } from './FeedbackPanel.tsx'
import { FieldsPanel } from './FieldsPanel.tsx'
import { ListPanel } from './ListPanel.tsx'
import { MediaPanel } from './MediaPanel.tsx'
import { PickersPanel } from './PickersPanel.tsx'
import { SheetPanel } from './SheetPanel.tsx'
import { TreePanel } from './TreePanel.tsx'

const useStyles = makeStyles({
  panel: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, flex: '1 1 auto', minHeight: 0 },
})

const PANELS = {
  list: { title: '列表', Panel: ListPanel },
  tree: { title: '树表', Panel: TreePanel },
  fields: { title: '表单与字段', Panel: FieldsPanel },
  editor: { title: '富文本', Panel: EditorPanel },
  media: { title: '媒体', Panel: MediaPanel },
  pickers: { title: '选择器', Panel: PickersPanel },
  dialogs: { title: '对话框', Panel: DialogsPanel },
  feedback: { title: '状态与反馈', Panel: FeedbackPanel },
  sheet: { title: '导入导出', Panel: SheetPanel },
  pages: { title: '演示页面', Panel: PagesPanel },
} as const
type Id = keyof typeof PANELS
const IDS = [
  'list',
  'tree',
  'fields',
  'editor',
  'media',
  'pickers',
  'dialogs',
  'feedback',
  'sheet',
  'pages',
] as const satisfies readonly Id[]

/**
 * Every part of the kit in its states, over sample data of this page: it asks the server for nothing and saves nothing. The
 * media panel works with the real library, the pickers with the real accounts, and import and export with the real
 * dictionaries.
 */
export function Gallery() {
  const styles = useStyles()
  const [selected, setSelected] = useState<Id>('list')
  const { Panel } = PANELS[selected]
  return (
    <Page>
      <PageHeader
        title="组件演示"
        text="界面部件和它们的各种状态。这里都是示例数据，不会保存；“富文本”和“媒体”中上传的文件会进入资源库，“选择器”中是真实的账号，“导入导出”中是真实的字典。"
      />
      <Tabs
        tabs={IDS.map((id) => ({ id, title: PANELS[id].title }))}
        selected={selected}
        onSelect={setSelected}
        panelClass={styles.panel}
      >
        <Panel />
      </Tabs>
    </Page>
  )
}
