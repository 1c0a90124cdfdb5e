-- Runs inside pandoc, between its reader and its writer. Nothing goes on but what lies in the file itself: pandoc's writers
-- would read any path that a picture, an attribute or a field of the metadata names, and put what they find into the book.

local EPUB_PICTURES = {
  ['image/png'] = true, ['image/jpeg'] = true, ['image/gif'] = true, ['image/svg+xml'] = true, ['image/webp'] = true,
}
local KEPT_ATTRIBUTES = { lang = true, dir = true, width = true, height = true, start = true }
local TEXT_FIELDS = { 'title', 'subtitle', 'date', 'publisher', 'identifier', 'rights', 'description', 'subject' }
-- Of a Word file, whose reader leaves them out; see properties.ts.
local found, properties = pcall(dofile, '/job/in/properties.lua')
if not found then properties = {} end

local function isTextOf(value) return value ~= nil and pandoc.utils.stringify(value) ~= '' end

local function attributesOf(attr)
  local kept = {}
  for name, value in pairs(attr.attributes) do
    if KEPT_ATTRIBUTES[name] then kept[name] = value end
  end
  return pandoc.Attr(attr.identifier, attr.classes, kept)
end

local function plain(element)
  element.attr = attributesOf(element.attr)
  return element
end

local function typeOf(source)
  local embedded = source:match('^data:([%w/+.-]+)[;,]')
  if embedded then return embedded:lower() end
  return (pandoc.mediabag.lookup(source))
end

-- A picture from elsewhere, or of a kind that books do not show, is replaced by its description.
local function picture(image)
  local kind = typeOf(image.src)
  local shows = kind ~= nil and (not FORMAT:match('^epub') or EPUB_PICTURES[kind])
  if not shows then return image.caption end
  return plain(image)
end

local function plainRows(rows)
  for _, row in ipairs(rows) do
    row.attr = attributesOf(row.attr)
    for _, cell in ipairs(row.cells) do cell.attr = attributesOf(cell.attr) end
  end
end

local function plainTable(element)
  element.attr = attributesOf(element.attr)
  plainRows(element.head.rows)
  for _, body in ipairs(element.bodies) do
    body.attr = attributesOf(body.attr)
    plainRows(body.head)
    plainRows(body.body)
  end
  plainRows(element.foot.rows)
  return element
end

local function authorsOf(meta)
  local names = pandoc.List()
  if pandoc.utils.type(meta.author) == 'List' then
    for _, name in ipairs(meta.author) do names:insert(pandoc.utils.stringify(name)) end
  elseif isTextOf(meta.author) then
    names:insert(pandoc.utils.stringify(meta.author))
  end
  -- The reader of EPUB turns their order round.
  if PANDOC_STATE.input_files[1]:match('%.epub$') then
    local turned = pandoc.List()
    for i = #names, 1, -1 do turned:insert(names[i]) end
    names = turned
  end
  if #names == 0 and properties.authors then names = pandoc.List(properties.authors) end
  return names:map(function(name) return pandoc.MetaInlines({ pandoc.Str(name) }) end)
end

local function escaped(text)
  return (text:gsub('[&<>"]', { ['&'] = '&amp;', ['<'] = '&lt;', ['>'] = '&gt;', ['"'] = '&quot;' }))
end

-- Fields that pandoc's own template for HTML leaves out.
local function headOf(kept)
  local lines = pandoc.List()
  for _, name in ipairs({ 'publisher', 'identifier', 'rights', 'subject' }) do
    if kept[name] then
      local value = escaped(pandoc.utils.stringify(kept[name]))
      lines:insert(pandoc.RawBlock('html', '<meta name="' .. name .. '" content="' .. value .. '">'))
    end
  end
  return pandoc.MetaBlocks(lines)
end

local function metadata(meta)
  local kept = {}
  for _, name in ipairs(TEXT_FIELDS) do
    local value = isTextOf(meta[name]) and pandoc.utils.stringify(meta[name]) or properties[name]
    if value then kept[name] = pandoc.MetaInlines({ pandoc.Str(value) }) end
  end
  local language = isTextOf(meta.lang) and meta.lang or isTextOf(meta.language) and meta.language or properties.language
  if language then kept.lang = pandoc.MetaInlines({ pandoc.Str(pandoc.utils.stringify(language)) }) end
  kept.author = pandoc.MetaList(authorsOf(meta))
  kept.title = kept.title or pandoc.MetaInlines({ pandoc.Str('Untitled') })
  if FORMAT:match('^html') then kept['header-includes'] = headOf(kept) end
  return pandoc.Meta(kept)
end

return {
  {
    RawInline = function() return {} end,
    RawBlock = function() return {} end,
    Image = picture,
    Link = plain,
    Span = plain,
    Code = plain,
    Div = plain,
    Header = plain,
    CodeBlock = plain,
    Table = plainTable,
    Meta = metadata,
  },
}
