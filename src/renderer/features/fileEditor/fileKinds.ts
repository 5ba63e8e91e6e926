import {
  ArchiveRegular,
  CodeRegular,
  DocumentPdfRegular,
  DocumentRegular,
  DocumentTableRegular,
  DocumentTextRegular,
  type FluentIcon,
  FolderRegular,
  ImageRegular,
  MusicNote2Regular,
  PaintBrushRegular,
  TextFontRegular,
  VideoClipRegular,
} from '@fluentui/react-icons'
import { EDITABLE_EXTENSIONS, type FileEntry } from '#shared/contract/templateFile.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'

const KINDS: readonly { extensions: readonly string[]; title: string; icon: FluentIcon }[] = [
  { extensions: ['html', 'htm', 'js', 'mjs', 'json', 'xml'], title: '代码', icon: CodeRegular },
  { extensions: ['css', 'scss', 'less'], title: '样式', icon: PaintBrushRegular },
  { extensions: ['gif', 'jpg', 'jpeg', 'png', 'svg', 'webp', 'ico', 'bmp'], title: '图片', icon: ImageRegular },
  { extensions: ['mp4', 'webm'], title: '视频', icon: VideoClipRegular },
  { extensions: ['mp3', 'wav', 'ogg', 'aac'], title: '音频', icon: MusicNote2Regular },
  { extensions: ['zip', 'rar', 'gz'], title: '压缩包', icon: ArchiveRegular },
  { extensions: ['woff', 'woff2', 'ttf', 'otf', 'eot'], title: '字体', icon: TextFontRegular },
  { extensions: ['pdf'], title: 'PDF', icon: DocumentPdfRegular },
  { extensions: ['xls', 'xlsx', 'csv'], title: '表格', icon: DocumentTableRegular },
  { extensions: ['doc', 'docx', 'txt', 'md'], title: '文档', icon: DocumentTextRegular },
]

/** Icon of a file or folder, with its name for screen readers. */
export function kindOf(entry: Pick<FileEntry, 'name' | 'folder'>): { title: string; icon: FluentIcon } {
  if (entry.folder) return { title: '文件夹', icon: FolderRegular }
  const extension = extensionOf(entry.name)
  return KINDS.find((kind) => kind.extensions.includes(extension)) ?? { title: '文件', icon: DocumentRegular }
}

/** A·§2: only css, js and html open in the editor. */
export const isEditable = (name: string): boolean =>
  (EDITABLE_EXTENSIONS as readonly string[]).includes(extensionOf(name))
