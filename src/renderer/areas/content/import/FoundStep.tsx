import { MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components'
import type { ContentImport } from '#shared/contract/contentImport.ts'
import { JobProgress } from '#renderer/features/jobs/JobProgress.tsx'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'

const GROUPS = [
  { key: 'title', title: '分组', render: ({ title }: { title: string }) => title },
  { key: 'count', title: '内容', width: '120px', render: ({ count }: { count: number }) => `${count} 条` },
]
const COLUMNS = [
  { key: 'title', title: '列', width: '30%', render: ({ title }: { title: string }) => title },
  { key: 'samples', title: '前几行', render: ({ samples }: { samples: string[] }) => samples.join('、') },
]
const LOADED = { isPending: false, error: null, refetch: () => undefined }

/** Shows the contents of the source, including items that can't be imported. */
export function FoundStep({ made }: { made: ContentImport }) {
  const { found, kind, jobId, fileName } = made
  if (!found)
    return (
      <Card title="正在读取文件，请稍候…">
        <JobProgress jobId={jobId} />
      </Card>
    )
  const pictures = [
    ...(found.pictures > 0 ? [`文件中有 ${found.pictures} 张`] : []),
    ...(found.remotePictures > 0 ? [`${found.remotePictures} 张在原网站上`] : []),
  ]
  return (
    <>
      {found.broken && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            <MessageBarTitle>文件读取中断</MessageBarTitle>
            {`第 ${found.broken.line} 行：${found.broken.message}。可以先导入已读取的内容，之后上传完整的文件再次导入，已导入的内容不会重复。`}
          </MessageBarBody>
        </MessageBar>
      )}
      <Card title={fileName}>
        <Facts
          facts={[
            ...(found.from ? [{ name: '原网站', value: found.from }] : []),
            {
              name: '内容',
              value: kind === 'sheet' ? `${found.entries} 行` : `${found.entries} 条，其中 ${found.published} 条已发布`,
            },
            ...(pictures.length > 0 ? [{ name: '图片', value: pictures.join('，') }] : []),
            ...(found.authors.length > 0 ? [{ name: '作者', value: found.authors.join('、') }] : []),
            ...(found.left.length > 0
              ? [{ name: '无法导入', value: found.left.map(({ what, count }) => `${what} ${count} 个`).join('，') }]
              : []),
          ]}
        />
      </Card>
      {kind === 'sheet' ? (
        <DataTable
          label="表格的列"
          columns={COLUMNS}
          rows={found.columns}
          rowKey={({ title }) => title}
          read={LOADED}
        />
      ) : (
        <DataTable label="分组" columns={GROUPS} rows={found.groups} rowKey={({ key }) => key} read={LOADED} />
      )}
    </>
  )
}
