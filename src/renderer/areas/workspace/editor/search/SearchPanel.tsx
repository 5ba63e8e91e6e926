import { Button, Input, makeStyles, ProgressBar, Text, ToggleButton, tokens, Tooltip } from '@fluentui/react-components'
import { ArrowClockwiseRegular, SearchRegular, TextCaseTitleRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, useMemo, useState } from 'react'
import type { SearchMatch } from '#shared/contract/localFile.ts'
import { SearchResults } from './SearchResults.tsx'
import type { Search, SearchQuery } from './useSearch.ts'

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, flex: '1 1 auto', minHeight: 0 },
  form: { display: 'grid', gap: tokens.spacingVerticalXS, flexShrink: 0, padding: '2px' },
  row: { display: 'flex', gap: tokens.spacingHorizontalXXS, alignItems: 'center' },
  text: { flex: '1 1 auto', minWidth: 0 },
  toggle: { minWidth: '32px' },
  said: { flexShrink: 0, color: tokens.colorNeutralForeground3 },
  problem: { flexShrink: 0, color: tokens.colorStatusDangerForeground1 },
})

interface Props {
  search: Search
  onOpen: (path: string, match: Pick<SearchMatch, 'line' | 'column' | 'length'>) => void
}

/** Searches across the files by text or regular expression, optionally case-sensitive. Results are grouped by file. */
export function SearchPanel({ search, onOpen }: Props) {
  const styles = useStyles()
  const { question, files, progress, problem } = search
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const change = (part: Partial<SearchQuery>): void => search.ask({ ...question, ...part })
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) search.restart()
  }
  const said = useMemo(() => describeResult(search), [search])
  return (
    <div className={styles.root}>
      <div className={styles.form} role="search">
        <div className={styles.row}>
          <Input
            className={styles.text}
            type="search"
            autoFocus
            aria-label="搜索文字"
            placeholder="在文件内容中搜索"
            maxLength={1000}
            contentBefore={<SearchRegular />}
            value={question.text}
            onChange={(_event, { value }) => change({ text: value })}
            onKeyDown={onKeyDown}
          />
          <Tooltip content="区分大小写" relationship="label">
            <ToggleButton
              className={styles.toggle}
              appearance="subtle"
              icon={<TextCaseTitleRegular />}
              checked={question.matchCase}
              onClick={() => change({ matchCase: !question.matchCase })}
            />
          </Tooltip>
          <Tooltip content="正则表达式" relationship="label">
            <ToggleButton
              className={styles.toggle}
              appearance="subtle"
              checked={question.regex}
              onClick={() => change({ regex: !question.regex })}
            >
              .*
            </ToggleButton>
          </Tooltip>
        </div>
        <div className={styles.row}>
          <Input
            className={styles.text}
            size="small"
            aria-label="搜索范围"
            placeholder="限定文件，例如 *.css, pages/"
            maxLength={1000}
            value={question.only}
            onChange={(_event, { value }) => change({ only: value })}
            onKeyDown={onKeyDown}
          />
          {progress ? (
            <Button size="small" onClick={search.stop}>
              停止
            </Button>
          ) : (
            <Tooltip content="重新搜索" relationship="label">
              <Button
                size="small"
                appearance="subtle"
                icon={<ArrowClockwiseRegular />}
                disabled={question.text === ''}
                onClick={search.restart}
              />
            </Tooltip>
          )}
        </div>
      </div>
      {progress && (
        <ProgressBar aria-label="搜索进度" {...(progress.of > 0 ? { value: progress.read / progress.of } : {})} />
      )}
      {problem && (
        <Text className={styles.problem} role="alert">
          {problem}
        </Text>
      )}
      <Text size={200} className={styles.said} role="status">
        {said}
      </Text>
      <SearchResults
        files={files}
        closed={closed}
        onToggle={(path) =>
          setClosed((now) =>
            now.has(path) ? new Set([...now].filter((each) => each !== path)) : new Set([...now, path]),
          )
        }
        onOpen={onOpen}
      />
    </div>
  )
}

function describeResult({ question, files, progress, summary, problem }: Search): string {
  if (question.text === '' || problem) return ''
  const matches = files.reduce((sum, file) => sum + file.matches.length, 0)
  if (progress) return `正在搜索…已找到 ${matches} 处`
  if (!summary) return ''
  const found = matches === 0 ? '没有找到' : `${files.length} 个文件中找到 ${matches} 处`
  return summary.stopped ? `${found}。${summary.stopped}` : found
}
