import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { ZIP_ENCODINGS } from '../domain/zipNames.ts'
import { withAreaTitles, cms, menu, mutation, query, site } from './define.ts'
import { id, nothing, required, text, undocumentedOutput } from './fields.ts'
import { template } from './template.ts'

/**
 * A·§3 File entry. `path` is the entry's path from the template root, including the template's folder:
 * `portfolio/css/a.css`.
 */
export const fileEntry = z.object({
  name: z.string(),
  path: z.string(),
  folder: z.boolean(),
  file: z.boolean(),
  zip: z.boolean(),
  /** Bytes; 0 for a folder. An addition of this project. */
  size: z.number(),
  updateTime: z.string(),
})
export type FileEntry = z.output<typeof fileEntry>

/** Settings file in the zip file of an exported template; not one of the template's files. */
export const TEMPLATE_SETTINGS_FILE = 'sitecraft-template.json'
export const templateSettings = z.object({
  format: z.literal('sitecraft-template'),
  version: z.literal(1),
  name: z.string().max(254),
  folder: z.string().max(64),
  title: z.string().max(100_000),
  templatePic: z.string().max(1000),
})
export type TemplateSettings = z.output<typeof templateSettings>

/** A·§2: extensions that open in the editor. */
export const EDITABLE_EXTENSIONS = ['css', 'js', 'html'] as const
/** A·§5: extensions that a template upload accepts. */
export const TEMPLATE_UPLOAD_EXTENSIONS = [
  'mp3',
  'mp4',
  'zip',
  'rar',
  'gz',
  'doc',
  'docx',
  'xls',
  'xlsx',
  'pdf',
  'gif',
  'jpg',
  'jpeg',
  'png',
  'js',
  'html',
  'css',
] as const
/** A·§5, in MB of 1024 × 1024 bytes. */
export const TEMPLATE_UPLOAD_LIMIT_MB = 5000
/** Larger texts do not open in the editor, because they would block the window. */
export const MAX_EDITOR_BYTES = 20 * 1024 * 1024

/** The current folder, including the template's folder; a leading slash is ignored. '' lists the templates' folders. */
export const folderPath = z.string('请提供当前路径 path').max(2000, '路径不能超过 2000 个字')
/** A·§5: a single name without separators. Creating calls also refuse names that Windows forbids. */
export const fileName = required('请输入名称', 255)
/** Name of an existing file: any stored name, unchanged. */
const existingName = z.string('请提供文件名').min(1, '请提供文件名').max(255)

const access = menu(MENU.templates)
const stale = ['templateFile.list', 'templateFile.templateList', 'templateFile.open'] as const
const entries = z.array(fileEntry)

export const templateFileOperations = withAreaTitles({ templateFile: '模板文件' })({
  'templateFile.list': query({
    method: 'POST',
    path: cms('template/fileList'),
    call: 52,
    title: '模板文件列表',
    access,
    input: z.object({ path: folderPath }),
    output: entries,
  }),
  'templateFile.templateList': query({
    method: 'POST',
    path: cms('template/templateList'),
    call: 53,
    title: '模板页面列表',
    access: menu(MENU.templates, MENU.columns, MENU.channels),
    /**
     * With path: the html files of this folder. With templateId: those of the whole template (call 40, the chooser).
     */
    input: z.object({
      path: folderPath.optional(),
      templateId: id.optional(),
      templateType: z.coerce.number().optional(),
    }),
    output: entries,
  }),
  'templateFile.open': query({
    method: 'POST',
    path: cms('template/openFile'),
    call: 54,
    title: '打开模板文件',
    access,
    input: z.object({ path: folderPath, openFileName: existingName }),
    /** encoding: the detected encoding (`utf-8`, `gbk`, …), which saveFile uses too. hash: SHA-256, hex. */
    output: z.object({ content: z.string(), encoding: z.string(), hash: z.string(), updateTime: z.string() }),
  }),
  'templateFile.save': mutation({
    method: 'POST',
    path: cms('template/saveFile'),
    call: 55,
    title: '保存模板文件',
    access,
    errors: ['content', 'collision'],
    body: 'texts',
    /** expectedHash: if given, a file that changed since it was opened is refused (409) instead of overwritten. */
    input: z.object({
      path: folderPath,
      saveFileName: existingName,
      content: z
        .string('请提供文件内容 content')
        .max(MAX_EDITOR_BYTES, '文件内容不能超过 20 MB，请在同步的文件夹里修改它'),
      expectedHash: z.string().max(64).optional(),
      encoding: z.string().min(1).max(40).optional(),
    }),
    output: undocumentedOutput(z.object({ hash: z.string(), updateTime: z.string() })),
    success: '保存成功',
    stale: ['templateFile.list'],
  }),
  'templateFile.newFile': mutation({
    method: 'POST',
    path: cms('template/newFile'),
    call: 56,
    title: '新建模板文件',
    access,
    errors: ['collision'],
    input: z.object({ path: folderPath, filename: fileName }),
    output: nothing,
    success: '创建成功',
    stale,
  }),
  'templateFile.newFolder': mutation({
    method: 'POST',
    path: cms('template/newFileFolder'),
    call: 57,
    title: '新建模板文件夹',
    access,
    errors: ['collision'],
    input: z.object({ path: folderPath, folderName: fileName }),
    output: nothing,
    success: '创建成功',
    stale,
  }),
  'templateFile.remove': mutation({
    method: 'POST',
    path: cms('template/deleteFile'),
    call: 58,
    title: '删除模板文件',
    access,
    input: z.object({ path: folderPath, deleteFileName: existingName }),
    output: nothing,
    success: '删除成功',
    stale,
  }),
  'templateFile.rename': mutation({
    method: 'POST',
    path: cms('template/renameFile'),
    call: 59,
    title: '重命名模板文件',
    access,
    errors: ['collision'],
    input: z.object({ path: folderPath, sourceFileName: existingName, rename: fileName }),
    output: nothing,
    success: '更新成功',
    stale,
  }),
  'templateFile.download': query({
    method: 'POST',
    path: cms('template/downloadFile'),
    call: 60,
    title: '下载模板文件',
    access,
    input: z.object({ path: folderPath, downloadFileName: existingName }),
    /**
     * A URL that works without the token for a few minutes. Ours is absolute; other servers may return one relative to
     * the base URL.
     */
    output: z.string(),
  }),
  'templateFile.exportZip': query({
    method: 'POST',
    path: cms('template/exportZip'),
    title: '导出模板',
    access,
    input: z.object({ id }),
    /**
     * Like `download`: a zip file of all files, with the settings in TEMPLATE_SETTINGS_FILE. An addition of this
     * project.
     */
    output: z.string(),
  }),
  'templateFile.importZip': mutation({
    method: 'POST',
    path: cms('template/importZip'),
    title: '导入模板',
    slow: true,
    access: site(access, 'siteId'),
    errors: ['collision', 'names'],
    /**
     * Creates a template from an uploaded zip file. Name and folder default to its settings, then to the outer folder
     * or the zip file's name. An addition of this project.
     */
    input: z.object({
      accessPath: z.string('请提供 accessPath').min(1, '请上传压缩包').max(2000),
      name: text(254, '模板名称'),
      folder: text(64, '模板文件夹'),
      siteId: id.default(0),
      encoding: z.enum(ZIP_ENCODINGS, '请选择文件名编码').optional(),
    }),
    output: undocumentedOutput(template),
    success: '导入成功',
    stale: ['template.list', 'templateSite.page'],
  }),
  'templateFile.unzip': mutation({
    method: 'POST',
    path: cms('template/unzipFile'),
    call: 61,
    title: '解压模板文件',
    slow: true,
    access,
    errors: ['collision', 'names'],
    input: z.object({
      path: folderPath,
      unzipFileName: existingName,
      /**
       * Encoding of the archive's names that do not declare one. Without it, names in an unknown encoding are refused,
       * with samples. An addition of this project.
       */
      encoding: z.enum(ZIP_ENCODINGS, '请选择文件名编码').optional(),
    }),
    output: nothing,
    success: '操作成功',
    stale,
  }),
  'templateFile.upload': mutation({
    method: 'POST',
    path: cms('template/uploadFile'),
    call: 62,
    title: '上传模板文件',
    access,
    errors: ['collision'],
    /** Registers an upload after api/upload/file (contradictions.md 13): moves the uploaded file into the folder. */
    input: z.object({
      path: folderPath,
      realName: fileName,
      accessPath: z.string('请提供 accessPath').min(1, '请提供 accessPath').max(2000),
    }),
    output: nothing,
    success: '操作成功',
    stale,
  }),
})
