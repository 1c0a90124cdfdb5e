export {
  type Converted,
  type Converter,
  type ConvertRequest,
  convertFile,
  createConverter,
} from './convert-file.js';
