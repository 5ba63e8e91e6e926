import { useState } from 'react'
import type { LOCAL_ENCODINGS } from '#shared/contract/localFile.ts'
import { call } from '#renderer/data/client.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import type { FileSource, SourceWords } from '#renderer/features/fileEditor/source.ts'

type Encoding = (typeof LOCAL_ENCODINGS)[number]

/** The files in the folder of one workspace. Their keys are their paths below it. */
export function useLocalSource(workspace: string): FileSource {
  const { mutateAsync: save } = useWrite('localFiles.save', { quiet: true, success: '已保存，随后同步到服务器' })
  const [source] = useState<FileSource>(() => {
    const write: FileSource['write'] = async ({ key }, { content, encoding, expectedHash }) => {
      const input = { id: workspace, path: key, content, encoding: encoding as Encoding, expectedHash }
      return (await save(input)).data.hash
    }
    return {
      draftKey: (key) => `workspace/${workspace}/${key}`,
      async read({ key }) {
        const { content, encoding, hash, last } = (await call('localFiles.open', { id: workspace, path: key })).data
        return { content, encoding, hash, note: last ? `${last.at} ${last.text}` : '' }
      },
      write,
      recreate: (place, text) => write(place, { ...text, expectedHash: '' }),
      words: WORDS,
    }
  })
  return source
}

const WORDS: SourceWords = {
  unsaved: (key) => `本地文件 ${key}`,
  notices: {
    gone: { title: '文件夹中已没有该文件', text: '文件已被删除或改名，正在编辑的内容仍然保留。' },
    newer: {
      title: '磁盘上的文件已改变',
      text: '文件已由其他程序修改，或已从服务器同步。当前的修改没有丢失，请比较后选择要保留的版本。',
    },
    synced: { title: '磁盘上的文件已改变', text: '当前的修改没有丢失，请比较后选择要保留的版本。' },
  },
  conflict: () => '打开后，磁盘上的文件已改变（由其他程序修改，或从服务器同步）。当前内容未保存，请选择要保留的版本。',
  theirs: '磁盘上的版本',
  acceptTheirs: '用磁盘上的',
  mergeHint: '在右侧编辑合并结果：点击两侧之间的箭头可逐处采用磁盘上的内容，完成后保存。',
  draftIsOlder: '暂存后，磁盘上的文件有了新版本；恢复后可以比较两个版本，再选择要保留的版本。',
}
