import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { ArrowLeftRegular, BoxRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Part } from '#shared/contract/parts.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { CopyButton } from '#renderer/ui/feedback/CopyButton.tsx'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'
import { Page, PageHeader, Toolbar } from '#renderer/ui/layout/Page.tsx'
import { TextLines } from '#renderer/ui/viewers/TextLines.tsx'
import { keyOf, PartList } from './PartList.tsx'

const useStyles = makeStyles({
  root: { height: '100%', backgroundColor: tokens.colorNeutralBackground3, outline: 'none' },
  both: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 6fr)',
    flex: '1 1 auto',
    minHeight: '240px',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    overflow: 'hidden',
  },
  side: { display: 'grid', gridTemplateRows: 'auto minmax(0, 1fr)', minHeight: 0 },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  muted: { color: tokens.colorNeutralForeground3 },
  hint: { padding: tokens.spacingHorizontalL, color: tokens.colorNeutralForeground3 },
})

const describeVersion = (version: string, inElectron: boolean): string =>
  `版本 ${version}，${inElectron ? '桌面程序' : '在浏览器中运行'}。以下是程序使用的部件及其许可证${inElectron ? '，Chromium 的许可证见程序文件夹中的 LICENSES.chromium.html' : ''}。`

/** Version of the program and licences of its parts; also open to visitors who are not signed in. */
export function About() {
  const styles = useStyles()
  const navigate = useNavigate()
  const { data: info } = useRead('app.info', {}, { quiet: true })
  return (
    <main className={styles.root} tabIndex={-1}>
      <Page>
        <PageHeader
          title="关于站匠"
          {...(info ? { text: describeVersion(info.version, info.host === 'electron') } : {})}
          actions={
            <Button icon={<ArrowLeftRegular />} onClick={() => void navigate(-1)}>
              返回
            </Button>
          }
        />
        <PartBrowser />
      </Page>
    </main>
  )
}

const createPartFilter =
  (query: string) =>
  ({ name, version, license }: Part): boolean =>
    `${name} ${version} ${license}`.toLowerCase().includes(query.trim().toLowerCase())

/** The searchable list of parts, beside the licence of the selected part. */
function PartBrowser() {
  const styles = useStyles()
  const { data, error, refetch } = useRead('parts.list', {}, { quiet: true })
  const [query, setWanted] = useState('')
  const [selectedPart, setChosen] = useState<Part | null>(null)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  if (data.length === 0)
    return (
      <EmptyState
        icon={BoxRegular}
        title="没有部件清单"
        text="部件清单在构建程序时生成，从源代码直接运行时没有清单。"
      />
    )
  const filteredParts = data.filter(createPartFilter(query))
  return (
    <>
      <Toolbar
        end={
          <Text className={styles.muted}>
            {filteredParts.length === data.length
              ? `共 ${data.length} 个部件`
              : `${filteredParts.length} / ${data.length} 个部件`}
          </Text>
        }
      >
        <SearchBox
          value={query}
          onSearch={setWanted}
          placeholder="搜索部件、版本或许可证"
          label="搜索部件、版本或许可证"
        />
      </Toolbar>
      {filteredParts.length === 0 ? (
        <EmptyState title="没有符合条件的部件" text="请更换关键词或清除搜索条件" />
      ) : (
        <div className={styles.both}>
          <PartList parts={filteredParts} selectedKey={selectedPart ? keyOf(selectedPart) : ''} onChoose={setChosen} />
          {selectedPart ? (
            <LicenseText key={keyOf(selectedPart)} part={selectedPart} />
          ) : (
            <Text className={styles.hint}>选择部件，查看其许可证全文</Text>
          )}
        </div>
      )}
    </>
  )
}

/** The full licence text of a part. */
function LicenseText({ part }: { part: Part }) {
  const styles = useStyles()
  const { name, version, license } = part
  const { data, error, refetch } = useRead('parts.text', { name, version }, { quiet: true })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  return (
    <div className={styles.side}>
      <div className={styles.head}>
        <Text weight="semibold">
          {name} {version}
        </Text>
        <Text className={styles.muted}>{license || '未注明'}</Text>
        {data.text && <CopyButton name={`${name} 的许可证全文`} text={data.text} />}
      </div>
      {data.text ? (
        <TextLines label={`${name} 的许可证全文`} text={data.text} />
      ) : (
        <Text className={styles.hint}>该部件未附带许可证全文，以上方的许可证名称为准。</Text>
      )}
    </div>
  )
}
