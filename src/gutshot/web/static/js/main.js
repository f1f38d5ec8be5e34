// @ts-check
import "./card-picker.js";
import "./display-switches.js";
import "./key-help.js";
import "./vp-analyser.js";
import "./vp-trainer.js";
import "./session-chart.js";
import "./job-watch.js";
