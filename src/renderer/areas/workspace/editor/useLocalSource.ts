import { useState } from 'react'
import type { LOCAL_ENCODINGS } from '#shared/contract/localFile.ts'
import { call } from '#renderer/data/client.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import type { FileSource, SourceWords } from '#renderer/features/fileEditor/source.ts'

type Encoding = (typeof LOCAL_ENCODINGS)[number]

/** The files in the folder of one workspace. Their keys are their paths below it. */
export function useLocalSource(workspace: string): FileSource {
  const { mutateAsync: save } = useWrite('localFiles.save', { quiet: true, success: '已保存，接下来会同步到服务器' })
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
    gone: { title: '文件夹里已没有这个文件', text: '已被删除或改名，您编辑的内容还在这里。' },
    newer: {
      title: '磁盘上的文件已改变',
      text: '被其他程序改过，或刚从服务器同步下来。您在这里的修改没有丢失，比较后再决定保留哪一个。',
    },
    synced: { title: '磁盘上的文件已改变', text: '您在这里的修改没有丢失，比较后再决定保留哪一个。' },
  },
  conflict: () =>
    '打开之后，磁盘上的这个文件被改过（被其他程序，或从服务器同步下来）。您在这里的内容还没有保存，请选择保留哪一个。',
  theirs: '磁盘上的版本',
  takeTheirs: '用磁盘上的',
  mergeHint: '在右侧编辑合并结果：点两侧之间的箭头可以逐处采用磁盘上的内容，完成后保存。',
  draftIsOlder: '暂存之后，磁盘上的这个文件又有了新的版本；恢复后可以比较两个版本，再决定保留哪一个。',
}
