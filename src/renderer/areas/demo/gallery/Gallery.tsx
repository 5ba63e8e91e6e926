import { makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { DialogsPanel } from './DialogsPanel.tsx'
import { FeedbackPanel, PagesPanel, SheetPanel } from './FeedbackPanel.tsx'
import { EditorPanel, FieldsPanel } from './FieldsPanel.tsx'
import { ListPanel, TreePanel } from './ListPanel.tsx'
import { MediaPanel, PickersPanel } from './MediaPanel.tsx'

const useStyles = makeStyles({
  panel: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, flex: '1 1 auto', minHeight: 0 },
})

const PANELS = [
  { id: 'list', title: '列表', Panel: ListPanel },
  { id: 'tree', title: '树表', Panel: TreePanel },
  { id: 'fields', title: '表单与字段', Panel: FieldsPanel },
  { id: 'editor', title: '富文本', Panel: EditorPanel },
  { id: 'media', title: '媒体', Panel: MediaPanel },
  { id: 'pickers', title: '选择器', Panel: PickersPanel },
  { id: 'dialogs', title: '对话框', Panel: DialogsPanel },
  { id: 'feedback', title: '状态与反馈', Panel: FeedbackPanel },
  { id: 'sheet', title: '导入导出', Panel: SheetPanel },
  { id: 'pages', title: '演示页面', Panel: PagesPanel },
] as const

/**
 * Every UI component in its states, with sample data that is never sent or saved. Only the media panel uses the real
 * library, the pickers the real accounts, and import and export the real dictionaries.
 */
export function Gallery() {
  const styles = useStyles()
  const [selected, setSelected] = useState<(typeof PANELS)[number]['id']>('list')
  return (
    <Page>
      <PageHeader
        title="组件演示"
        text="界面部件及其各种状态。均为示例数据，不会保存；其中“富文本”和“媒体”中上传的文件进入资源库，“选择器”中是真实的账号，“导入导出”中是真实的字典。"
      />
      <Tabs tabs={PANELS} selected={selected} onSelect={setSelected} panelClass={styles.panel}>
        {PANELS.map(({ id, Panel }) => id === selected && <Panel key={id} />)}
      </Tabs>
    </Page>
  )
}
