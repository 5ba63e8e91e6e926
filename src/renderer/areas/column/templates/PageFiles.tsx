import { makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { Template } from '#shared/contract/template.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'
import { ChoiceList } from './ChoiceList.tsx'

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minHeight: 0 },
  list: { flex: '1 1 auto' },
})

/** Columns name their pages without the template's folder, so that the site can change its template. */
export const withoutFolder = (path: string): string => path.replace(/^\/?[^/]*\//, '')

interface Props {
  template: Template
  chosen: string
  onChoose: (path: string) => void
  onOpen: (path: string) => void
}

/** The html files of a template with a search. */
export function PageFiles({ template, chosen, onChoose, onOpen }: Props) {
  const styles = useStyles()
  const read = useRead('templateFile.templateList', { templateId: template.id }, { quiet: true })
  const [text, setText] = useState('')
  if (read.error) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <LoadingState />
  const pages = read.data.map(({ path, updateTime }) => ({
    key: withoutFolder(path),
    title: withoutFolder(path),
    text: updateTime,
  }))
  const found = pages.filter((page) => page.title.toLowerCase().includes(text.toLowerCase()))
  if (pages.length === 0)
    return <EmptyState title="这个模板还没有页面" text="请先在模板列表的“文件管理”中上传或新建 html 文件。" />
  return (
    <div className={styles.root}>
      <SearchBox value={text} onSearch={setText} placeholder="搜索页面" wide />
      {found.length === 0 ? (
        <EmptyState title="没有找到页面" text={`没有路径包含“${text}”的页面，换一个词试试。`} />
      ) : (
        <ChoiceList
          label="页面"
          className={styles.list}
          items={found}
          chosen={chosen}
          onChoose={onChoose}
          onOpen={onOpen}
        />
      )}
    </div>
  )
}
